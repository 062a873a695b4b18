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
import { keysQuery, propertiesOfQuery } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";

/** The keys with which programs read an organization's reports. */
export default function KeysTab({ view }: { view: SettingsView }): ReactNode {
  const { id } = view.organization;
  const keys = useQuery(keysQuery(id, view.search));
  const properties = useQuery(propertiesOfQuery(id));
  const names = properties.data && new Map(properties.data.map((one) => [one.id, one.name]));
  const make = <AddButton onClick={() => view.open("add-key")}>Make a key</AddButton>;
  return (
    <FramedList
      title="API keys"
      subtitle="Each lets one program read reports, and nothing else"
      caption="Keys for programs"
      columns={keyColumns(view, names)}
      list={keys}
      state={view.list}
      what="The API keys"
      layoutName="api_keys"
      hiddenAtFirst={["created_by"]}
      empty={{
        sentence: "Make one for each program that should read reports: a spreadsheet, a billing system, your own.",
        action: make,
      }}
      tools={make}
    />
  );
}

const states = {
  working: "Working",
  revoked: "Revoked",
  expired: "Expired",
  maker_lacks_rights: "Its maker lacks rights",
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
      ? "All, also those to come"
      : row.property_ids.map((id) => names?.get(id) ?? `Property ${id}`).join(", ");
  return [
    {
      id: "name",
      header: "Name",
      card: "title",
      pinned: true,
      cell: (row) => <b className={classes.names}>{row.name}</b>,
      text: (row) => row.name,
    },
    {
      id: "prefix",
      header: "Begins with",
      card: "under",
      cell: (row) => <code className={classes.mono}>{row.prefix}…</code>,
      text: (row) => row.prefix,
    },
    {
      id: "permissions",
      header: "Reads",
      card: "detail",
      cell: (row) => row.permissions.map((one) => permissionNames[one]).join(", "),
      text: (row) => row.permissions.map((one) => permissionNames[one]).join(", "),
    },
    {
      id: "property_ids",
      header: "Properties",
      card: "detail",
      cell: (row) => <span className={classes.names}>{properties(row)}</span>,
      text: properties,
    },
    {
      id: "last_used_at",
      header: "Last Used",
      card: "main",
      hint: "On your clock, exact to a minute. A dash: never",
      cell: (row) => clock(row.last_used_at),
      text: (row) => row.last_used_at ?? "",
    },
    {
      id: "state",
      header: "State",
      card: "main",
      hint: "A key works only as long as who made it could make it again",
      cell: (row) => (
        <span className={classes.state} data-state={row.state}>
          {states[row.state]}
        </span>
      ),
      text: (row) => states[row.state],
    },
    {
      id: "expires_at",
      header: "Expires",
      cell: (row) => (row.expires_at === null ? "Never" : clock(row.expires_at)),
      text: (row) => row.expires_at ?? "",
    },
    {
      id: "created_at",
      header: "Made",
      cell: (row) => clock(row.created_at),
      text: (row) => row.created_at,
    },
    {
      id: "created_by",
      header: "Made by",
      cell: (row) => <span className={classes.names}>{row.created_by}</span>,
      text: (row) => row.created_by,
    },
    {
      id: "revoke",
      header: "Revoke",
      width: 90,
      card: "action",
      cell: (row) =>
        row.revoked_at === null ? (
          <RowAction name={`Revoke ${row.name}`} onClick={() => view.open("revoke-key", row.id)}>
            Revoke
          </RowAction>
        ) : (
          ""
        ),
      text: () => "",
    },
  ];
}
