import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiKeyRow } from "../../../../../contract/accounts/api-keys.ts";
import { permissionNames } from "../../../../app/role-names.ts";
import { NOT_MEASURED } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { AddButton } from "../../list/AddButton.tsx";
import { FramedList } from "../../list/FramedList.tsx";
import { RowAction } from "../../list/RowAction.tsx";
import classes from "../settings.module.css";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";

/** The keys with which programs read an organization's reports. */
export default function KeysTab({ view }: { view: SettingsView }): ReactNode {
  const { id } = view.organization;
  const keys = useQuery(settingsQueries(id, view.search).keys);
  const properties = useQuery(settingsQueries(id, view.search).properties);
  const names = properties.data && new Map(properties.data.map((one) => [one.id, one.name]));
  const make = <AddButton onClick={() => view.open("add-key")}>{t`Make a key`}</AddButton>;
  return (
    <FramedList
      title={t`API keys`}
      subtitle={t`Each lets one program read reports, and nothing else`}
      caption={t`Keys for programs`}
      columns={keyColumns(view, names)}
      list={keys}
      state={view.list}
      what={t`The API keys`}
      layoutName="api_keys"
      hiddenAtFirst={["created_by"]}
      empty={{
        sentence: t`Make one for each program that should read reports: a spreadsheet, a billing system, your own.`,
        action: make,
      }}
      tools={make}
    />
  );
}

const states = {
  working: t`Working`,
  revoked: t`Revoked`,
  expired: t`Expired`,
  maker_lacks_rights: t`Its maker lacks rights`,
} as const satisfies Record<ApiKeyRow["state"], string>;

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const clock = (instant: string | null) => (instant === null ? NOT_MEASURED : timeAtProperty(instant, own));

/** The columns of the API keys. @param names of the organization's properties; undefined: not known (yet) */
function keyColumns(
  view: SettingsView,
  names: ReadonlyMap<number, string> | undefined,
): readonly TableColumn<ApiKeyRow>[] {
  const properties = (row: ApiKeyRow) =>
    row.property_ids === null
      ? t`All, also those to come`
      : row.property_ids.map((id) => names?.get(id) ?? t`Property ${id}`).join(", ");
  return [
    {
      id: "name",
      header: t`Name`,
      card: "title",
      pinned: true,
      cell: (row) => <b className={classes.names}>{row.name}</b>,
      text: (row) => row.name,
    },
    {
      id: "prefix",
      header: t`Begins with`,
      card: "under",
      cell: (row) => <code className={classes.mono}>{row.prefix}…</code>,
      text: (row) => row.prefix,
    },
    {
      id: "permissions",
      header: t`Reads`,
      card: "detail",
      cell: (row) => row.permissions.map((one) => permissionNames[one]).join(", "),
      text: (row) => row.permissions.map((one) => permissionNames[one]).join(", "),
    },
    {
      id: "property_ids",
      header: t`Properties`,
      card: "detail",
      cell: (row) => <span className={classes.names}>{properties(row)}</span>,
      text: properties,
    },
    {
      id: "last_used_at",
      header: t`Last Used`,
      card: "main",
      hint: t`On your clock, exact to a minute. A dash: never`,
      cell: (row) => clock(row.last_used_at),
      text: (row) => row.last_used_at ?? "",
    },
    {
      id: "state",
      header: t`State`,
      card: "main",
      hint: t`A key works only as long as who made it could make it again`,
      cell: (row) => (
        <span className={classes.state} data-state={row.state}>
          {states[row.state]}
        </span>
      ),
      text: (row) => states[row.state],
    },
    {
      id: "expires_at",
      header: t`Expires`,
      cell: (row) => (row.expires_at === null ? t`Never` : clock(row.expires_at)),
      text: (row) => row.expires_at ?? "",
    },
    {
      id: "created_at",
      header: t`Made`,
      cell: (row) => clock(row.created_at),
      text: (row) => row.created_at,
    },
    {
      id: "created_by",
      header: t`Made by`,
      cell: (row) => <span className={classes.names}>{row.created_by}</span>,
      text: (row) => row.created_by,
    },
    {
      id: "revoke",
      header: t`Revoke`,
      width: 90,
      card: "action",
      cell: (row) =>
        row.revoked_at === null ? (
          <RowAction
            name={t`Revoke ${row.name}`}
            onClick={() => view.open("revoke-key", row.id)}
          >{t`Revoke`}</RowAction>
        ) : (
          ""
        ),
      text: () => "",
    },
  ];
}
