import type { ReactNode } from "react";
import type { AverageConsumption as Row } from "../../../../contract/reporting/leak-report.ts";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { useTableLayout } from "../../../app/report/table/use-table-layout.ts";
import { formatDuration, formatGallons, formatNumber, plain } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { DataTable } from "../../../components/table/DataTable.tsx";
import type { Property } from "./PropertyDetails.tsx";

function bedrooms({ bedroom_type }: Row): string {
  if (bedroom_type === 0) return "Studio";
  return bedroom_type === 1 ? "1 bedroom" : `${bedroom_type} bedrooms`;
}

const columns: readonly TableColumn<Row>[] = [
  {
    id: "bedroom_type",
    header: "Bedroom Type",
    card: "title",
    pinned: true,
    cell: (row) => <strong>{bedrooms(row)}</strong>,
    text: bedrooms,
  },
  {
    id: "units",
    header: "Units",
    align: "right",
    width: 90,
    cell: (row) => formatNumber(row.units),
    text: (row) => plain(row.units),
  },
  {
    id: "total_gallons",
    header: "Total Gallons",
    unit: "gal per day",
    align: "right",
    width: 190,
    card: "main",
    cell: (row) => formatGallons(row.total_gallons),
    text: (row) => plain(row.total_gallons),
  },
  {
    id: "flow_time",
    header: "Flow Time",
    unit: "per day",
    textUnit: "min per day",
    align: "right",
    width: 150,
    card: "main",
    hint: "Time with running water through the unit's main meters. A dash: no meter says",
    cell: (row) => formatDuration(row.flow_time),
    text: (row) => plain(row.flow_time),
  },
  {
    id: "events",
    header: "Events",
    unit: "per day",
    align: "right",
    width: 130,
    hint: "Separate draws of water. A dash: no meter says",
    cell: (row) => formatNumber(row.events),
    text: (row) => plain(row.events),
  },
];

/** What a unit uses on a day, by its number of bedrooms. */
export function AverageConsumption({ property }: { property: Property }): ReactNode {
  const [layout, setLayout] = useTableLayout("average_consumption");
  return (
    <TableFrame title="Average Consumption" subtitle="Of a unit on a day, over the last 30 complete days">
      {(heading) => (
        <DataTable
          caption="Average Consumption of a unit on a day"
          columns={columns}
          rows={property.average_consumption}
          rowKey={(row) => String(row.bedroom_type)}
          empty={{ sentence: "It shows here once the property has units." }}
          layout={layout}
          onLayoutChange={setLayout}
          fileName={`average consumption ${property.name}`}
          toolbar={heading}
        />
      )}
    </TableFrame>
  );
}
