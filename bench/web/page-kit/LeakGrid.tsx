import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { DataGrid, type GridColDef } from "@mui/x-data-grid";
import { type ReactNode, useMemo, useState } from "react";
import type { LeakRow } from "../../../contract/reporting.ts";
import { leakTypeLook } from "../../../web/components/badges/leak-type.ts";
import { formatDuration, formatGallons, formatLeakingPeriod, formatNumber } from "../../../web/components/format.ts";
import { leakRows, placeOf, rowsWith } from "../table/leak-rows.ts";

const all = leakRows();

/** The columns of the leak list with its widths; everything else is the kit's own. */
const columns: readonly GridColDef<LeakRow>[] = [
  { field: "leak_type", headerName: "Leak Type", width: 140, valueFormatter: (value) => leakTypeLook(value).name },
  {
    field: "property_name",
    headerName: "Property | Building | Unit",
    width: 330,
    valueGetter: (_value, row) => placeOf(row),
  },
  { ...figure("gallons_consumed", "Gallons (gal)", 115), valueFormatter: (value) => formatGallons(value) },
  { ...figure("gallons_leaked", "Leak Gallons (gal)", 145), valueFormatter: (value) => formatGallons(value) },
  { ...figure("flow_time", "Average Flow Time", 145), valueFormatter: (value) => formatDuration(value) },
  { ...figure("events_sum", "Average Events", 125), valueFormatter: (value) => formatNumber(value) },
  {
    field: "leak_start_date",
    headerName: "Leaking Period",
    width: 125,
    valueFormatter: (_value, row) => formatLeakingPeriod(row.leak_start_date, row.leak_end_date),
  },
  {
    ...figure("total_gallons_leaked", "Total Leak Gallons (gal)", 185),
    valueFormatter: (value) => formatGallons(value),
  },
  {
    field: "details",
    headerName: "Details",
    width: 90,
    sortable: false,
    renderCell: () => <Button size="small">Details</Button>,
  },
];

function figure(field: string, headerName: string, width: number) {
  return { field, headerName, width, type: "number" } as const;
}

/** The same table made of a common kit at its defaults: it sorts itself, and shows its rows by pages of 100. */
export function LeakGrid(): ReactNode {
  const [text, setText] = useState("");
  const rows = useMemo(() => rowsWith(all, text), [text]);
  return (
    <main>
      <TextField label="Filter" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <div style={{ height: "70vh" }}>
        <DataGrid rows={rows} columns={columns} getRowId={({ unit_id }) => unit_id ?? 0} />
      </div>
    </main>
  );
}
