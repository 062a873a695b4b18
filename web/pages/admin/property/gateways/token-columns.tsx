import type { CallAnswer } from "../../../../app/api.ts";
import { CopyText } from "../../../../components/CopyText.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { RowAction } from "../../list/RowAction.tsx";
import type { InventoryView } from "../view/use-inventory.ts";
import { localTimeText } from "./gateway-columns.tsx";

export type TokenRow = CallAnswer<"GET /v1/admin/properties/{id}/gateway-tokens">["results"][number];

/** The columns of the tokens of a property's gateways. @param zone the property's; undefined until it is known */
export function tokenColumns(view: InventoryView, zone: string | undefined): readonly TableColumn<TokenRow>[] {
  return [
    {
      id: "gateway_serial_number",
      header: "Gateway",
      card: "title",
      pinned: true,
      cell: (row) => <CopyText text={row.gateway_serial_number} />,
      text: (row) => row.gateway_serial_number,
    },
    {
      id: "created_at",
      header: "Made",
      card: "under",
      cell: (row) => localTimeText(row.created_at, zone),
      text: (row) => row.created_at,
    },
    {
      id: "last_used_at",
      header: "Last Used",
      card: "main",
      hint: "Exact to a minute. A dash: never",
      cell: (row) => localTimeText(row.last_used_at, zone),
      text: (row) => row.last_used_at ?? "",
    },
    {
      id: "revoked_at",
      header: "State",
      card: "main",
      cell: (row) => (row.revoked_at === null ? "Valid" : `Revoked ${localTimeText(row.revoked_at, zone)}`),
      text: (row) => (row.revoked_at === null ? "valid" : `revoked ${row.revoked_at}`),
    },
    {
      id: "revoke",
      header: "Revoke",
      width: 90,
      cell: (row) =>
        row.revoked_at === null ? (
          <RowAction
            name={`Revoke the token of ${row.gateway_serial_number}`}
            onClick={() => view.open("revoke-token", row.id)}
          >
            Revoke
          </RowAction>
        ) : (
          ""
        ),
      text: () => "",
    },
  ];
}
