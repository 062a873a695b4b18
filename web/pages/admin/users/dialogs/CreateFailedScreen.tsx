import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ApiError } from "../../../../app/api-error.ts";
import type { UserEntry } from "../form/use-user-form.ts";
import type { Invited } from "../form/user-calls.ts";
import type { UsersView } from "../queries/use-users.ts";
import { ExistingAccount } from "./ExistingAccount.tsx";
import { Outcome } from "./Outcome.tsx";

interface Props {
  error: Error;
  entry: UserEntry;
  view: UsersView;
  /** The account that there is was added to the organizations of the form. */
  onAdded: (answer: Invited) => void;
}

/** No user was made; nothing typed is lost. */
export function CreateFailedScreen({ error, entry, view, onAdded }: Props): ReactNode {
  const icon = <IconAlertTriangle size={24} stroke={1.5} aria-hidden="true" />;
  if (isTakenEmail(error)) {
    return (
      <Outcome look="bad" icon={icon} title="Account Already Exists!">
        <p>An account is already registered with this email address.</p>
        {view.viewer.isStaff ? (
          <ExistingAccount entry={entry} view={view} onAdded={onAdded} />
        ) : (
          <p>Ask the staff of the installation to add this account to your organization.</p>
        )}
      </Outcome>
    );
  }
  return (
    <Outcome look="bad" icon={icon} title="Error Creating User">
      <p>An unexpected error occurred. Please try again.</p>
      {error instanceof ApiError && <p>{reasonOf(error)}</p>}
    </Outcome>
  );
}

/** Whether there is an account with the e-mail already. */
export function isTakenEmail(error: Error): boolean {
  return error instanceof ApiError && error.code === "email_taken";
}

/** The server's reason: errors of single fields, else one message. */
function reasonOf({ fields, detail }: ApiError): string {
  return [...new Set(Object.values(fields))].join(" ") || detail;
}
