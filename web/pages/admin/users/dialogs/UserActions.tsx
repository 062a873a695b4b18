import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import type { User } from "../../../../../contract/accounts/users.ts";
import { useMe } from "../../../../app/use-me.ts";
import classes from "../form/form.module.css";
import type { UsersView } from "../queries/use-users.ts";
import { whyNotRemoved } from "../queries/user-text.ts";

/** What else can be done with a user, at the foot of their dialog: on a phone their card leads here. */
export function UserActions({ view, user }: { view: UsersView; user: User }): ReactNode {
  const id = useId();
  const me = useMe();
  const reason = whyNotRemoved(user, me.id);
  return (
    <div className={classes.aside}>
      <Button
        variant="default"
        className={reason === null ? classes.dangerous : undefined}
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : id}
        onClick={() => view.open("remove", user.id)}
      >
        {view.viewer.isStaff ? t`Delete` : t`Revoke access`}
      </Button>
      {user.invitation !== null && (
        <Button variant="default" onClick={() => view.open("invite", user.id)}>
          <Trans>Invite again</Trans>
        </Button>
      )}
      {reason !== null && (
        <span id={id} className={classes.why}>
          {reason}
        </span>
      )}
    </div>
  );
}
