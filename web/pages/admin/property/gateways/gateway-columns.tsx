import type { GatewayRow } from "../../../../../contract/inventory/gateways.ts";
import { StatusBadge } from "../../../../components/badges/StatusBadge.tsx";
import { CopyText } from "../../../../components/CopyText.tsx";
import { formatDuration, formatNumber, NOT_MEASURED } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { countColumn } from "../../list/count-column.ts";
import { editColumn } from "../../list/edit-column.tsx";
import classes from "../property.module.css";
import type { InventoryView } from "../view/use-inventory.ts";

/** A time on the property's clock; never: a dash. */
export function localTimeText(instant: string | null, zone: string | undefined): string {
  return instant === null || zone === undefined ? NOT_MEASURED : timeAtProperty(instant, zone);
}

/** The columns of a property's gateways. @param zone the property's; undefined until it is known */
export function gatewayColumns(view: InventoryView, zone: string | undefined): readonly TableColumn<GatewayRow>[] {
  return [
    {
      id: "serial_number",
      header: "Serial Number",
      card: "title",
      pinned: true,
      cell: (row) => <CopyText text={row.serial_number} />,
      text: (row) => row.serial_number,
    },
    {
      id: "name",
      header: "Name",
      card: "under",
      cell: (row) => row.name || <span className={classes.none}>No name</span>,
      text: (row) => row.name,
    },
    {
      id: "status",
      header: "Status",
      width: 110,
      card: "main",
      cell: (row) => <StatusBadge status={row.status} />,
      text: (row) => row.status,
    },
    {
      id: "last_seen_at",
      header: "Last Seen",
      hint: "On the property's clock. A dash: never",
      cell: (row) => localTimeText(row.last_seen_at, zone),
      text: (row) => row.last_seen_at ?? "",
    },
    {
      id: "interval_minutes",
      header: "Sends Every",
      width: 110,
      textUnit: "min",
      cell: (row) => formatDuration(row.interval_minutes),
      text: (row) => String(row.interval_minutes),
    },
    countColumn("meters_count", "Meters", { hint: "In service behind it", width: 100, card: "detail" }),
    {
      id: "buildings",
      header: "Buildings",
      hint: "Where the meters behind it are",
      cell: (row) => row.buildings.map(({ name }) => name).join(", ") || NOT_MEASURED,
      text: (row) => row.buildings.map(({ name }) => name).join(", "),
    },
    {
      id: "routers",
      header: "Routers",
      align: "right",
      width: 100,
      cell: (row) => formatNumber(row.routers.length),
      text: (row) => String(row.routers.length),
    },
    countColumn("tokens_count", "Tokens", { hint: "With which it can send now", width: 100 }),
    editColumn(
      (row) => `Edit gateway ${row.serial_number}`,
      (row) => view.open("gateway", row.serial_number),
    ),
  ];
}
