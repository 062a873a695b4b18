import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconCircleCheckFilled, IconClockFilled, IconMailFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Me } from "../../../../../contract/accounts/session.ts";
import type { User } from "../../../../../contract/accounts/users.ts";
import { permissionNames } from "../../../../app/role-names.ts";
import badge from "../../../../components/badges/Badge.module.css";
import { InfoTip } from "../../../../components/InfoTip.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { textColumn } from "../../../../components/table/columns.tsx";
import type { UsersView } from "../queries/use-users.ts";
import {
  type AccountState,
  accountState,
  firstNames,
  formatInstant,
  rolesLabel,
  userName,
  whyNotEdited,
  whyNotRemoved,
} from "../queries/user-text.ts";
import classes from "../users.module.css";
import { RowButton } from "./RowButton.tsx";

const listed = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(", ");

/** IONAdmins see everything, and staff all properties of their organizations, without being assigned any. */
const seesAll = ({ roles, is_staff }: User, what: "organizations" | "properties") =>
  what === "properties" ? is_staff : roles.some(({ name }) => name === "IONAdmin");

const ownName = (user: User) => [user.first_name, user.last_name].filter((part) => part !== "").join(" ");

const moment = (instant: string | null) =>
  instant === null ? (
    <span className={classes.none}>
      <Trans>Never</Trans>
    </span>
  ) : (
    formatInstant(instant)
  );

/** The columns of the list of users. */
export function userColumns(view: UsersView, me: Me): readonly TableColumn<User>[] {
  const { viewer } = view;
  const places = (what: "organizations" | "properties", header: string): TableColumn<User> => {
    const rows = (user: User) => (what === "organizations" ? user.assigned_organizations : user.assigned_properties);
    return {
      id: `assigned_${what}`,
      header,
      cell: (row) => <SomeNames rows={rows(row)} none={seesAll(row, what) ? t`All` : t`None`} />,
      text: (row) => listed(rows(row)) || (seesAll(row, what) ? t`All` : ""),
    };
  };
  return [
    {
      id: "last_name",
      header: t`Name`,
      card: "title",
      pinned: true,
      sortable: "last_name",
      fields: ["first_name", "last_name"],
      cell: (row) => (
        <>
          <strong>
            {ownName(row) || (
              <span className={classes.none}>
                <Trans>No name yet</Trans>
              </span>
            )}
          </strong>
          {row.id === me.id && (
            <span className={classes.you}>
              <Trans>You</Trans>
            </span>
          )}
        </>
      ),
      text: ownName,
    },
    {
      id: "email",
      header: t`E-mail`,
      card: "under",
      sortable: "email",
      cell: ({ email }) => (
        <span className={classes.email} title={email}>
          {email}
        </span>
      ),
      text: (row) => row.email,
    },
    { id: "roles", header: t`Role`, card: "under", cell: rolesLabel, text: rolesLabel },
    ...(viewer.isStaff ? [places("organizations", t`Organizations`)] : []),
    places("properties", t`Properties`),
    {
      id: "permissions",
      header: t`Permissions`,
      cell: ({ permissions }) => permissions.map(({ name }) => permissionNames[name]).join(", "),
      text: ({ permissions }) => permissions.map(({ name }) => permissionNames[name]).join(", "),
    },
    textColumn("business_title", t`Business title`),
    {
      id: "invitation",
      header: t`Account`,
      card: "under",
      cell: (row) => <AccountStateBadge user={row} />,
      text: (row) => accountState(row).label,
    },
    {
      id: "last_login",
      header: t`Last login`,
      sortable: "last_login",
      cell: (row) => moment(row.last_login),
      text: (row) => row.last_login ?? "",
    },
    {
      id: "modified_at",
      header: t`Changed`,
      sortable: "modified_at",
      cell: (row) => moment(row.modified_at),
      text: (row) => row.modified_at,
    },
    {
      id: "actions",
      header: t`Actions`,
      card: "none",
      cell: (row) => (
        <span className={classes.actions}>
          <RowButton
            name={t`Edit ${userName(row)}`}
            reason={whyNotEdited(row)}
            onClick={() => view.open("edit", row.id)}
          >{t`Edit`}</RowButton>
          <RowButton
            name={`${viewer.isStaff ? t`Delete` : t`Revoke access of`} ${userName(row)}`}
            reason={whyNotRemoved(row, me.id)}
            onClick={() => view.open("remove", row.id)}
          >
            {viewer.isStaff ? t`Delete` : t`Revoke access`}
          </RowButton>
          {row.invitation && (
            <RowButton
              name={t`Invite ${userName(row)} again`}
              reason={null}
              onClick={() => view.open("invite", row.id)}
            >{t`Invite again`}</RowButton>
          )}
        </span>
      ),
      text: () => "",
    },
  ];
}

const looks = {
  active: { color: "online", Icon: IconCircleCheckFilled },
  invited: { color: "healthy", Icon: IconMailFilled },
  expired: { color: "warning", Icon: IconClockFilled },
} as const satisfies Record<AccountState["kind"], unknown>;

/** Whether somebody can sign in, is invited, or was for too long. */
function AccountStateBadge({ user }: { user: User }): ReactNode {
  const { kind, label } = accountState(user);
  const { color, Icon } = looks[kind];
  return (
    <span className={badge.badge} style={{ "--ink": `var(--${color})`, "--soft": `var(--${color}-soft)` }}>
      <Icon size={14} aria-hidden="true" />
      {label}
    </span>
  );
}

/** At most two names, and how many more there are, which a tooltip names. @param none stands where there is no name */
function SomeNames({ rows, none }: { rows: readonly { name: string }[]; none: string }): ReactNode {
  const { shown, more } = firstNames(rows);
  if (shown === "") return <span className={classes.none}>{none}</span>;
  return (
    <span className={classes.names}>
      <span title={shown}>{shown}</span>
      {more.length > 0 && <InfoTip label={tooltipText(more)}>{`+${more.length}`}</InfoTip>}
    </span>
  );
}

/** Names that a tooltip has room for. */
const MOST_IN_TIP = 20;

function tooltipText(names: readonly string[]): string {
  const left = names.length - MOST_IN_TIP;
  return names.slice(0, MOST_IN_TIP).join(", ") + (left > 0 ? t` and ${left} more` : "");
}
