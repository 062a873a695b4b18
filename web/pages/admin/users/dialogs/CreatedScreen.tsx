import { IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Invited } from "../form/user-calls.ts";
import { LinkToHandOn } from "./LinkToHandOn.tsx";
import { Outcome } from "./Outcome.tsx";

/** A user was made. */
export function CreatedScreen({ user }: { user: Invited }): ReactNode {
  return (
    <Outcome
      look="good"
      icon={<IconCircleCheck size={24} stroke={1.5} aria-hidden="true" />}
      title="User created successfully!"
    >
      {user.invitation_link === null ? (
        <p>The user will receive an email to set their password and complete the account setup.</p>
      ) : (
        <LinkToHandOn email={user.email} link={user.invitation_link} />
      )}
    </Outcome>
  );
}
