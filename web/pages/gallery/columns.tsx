import { LeakTypeBadge } from "../../components/badges/LeakTypeBadge.tsx";
import { leakTypeLook } from "../../components/badges/leak-type.ts";
import { PerformanceBadge, performanceName } from "../../components/badges/PerformanceBadge.tsx";
import { CopyText } from "../../components/CopyText.tsx";
import { formatGallons, formatNumber, plain } from "../../components/format.ts";
import type { TableColumn } from "../../components/table/column.ts";
import type { SampleProperty } from "./sample.ts";

/** Columns that try everything a column can be. */
export const sampleColumns: readonly TableColumn<SampleProperty>[] = [
  {
    id: "property_name",
    header: "Property",
    sortable: "property_name",
    pinned: true,
    card: "title",
    cell: (row) => row.property_name,
    text: (row) => row.property_name,
  },
  { id: "state", header: "State", sortable: "state", cell: (row) => row.state, text: (row) => row.state },
  {
    id: "performance",
    header: "Performance",
    hint: "By leak percentage: below 10 on track, below 25 opportunities, else critical.",
    cell: (row) => <PerformanceBadge performance={row.performance} />,
    text: (row) => performanceName(row.performance),
  },
  {
    id: "leak_type",
    header: "Leak Type",
    cell: (row) => <LeakTypeBadge leakType={row.leak_type} />,
    text: (row) => leakTypeLook(row.leak_type).name,
  },
  {
    id: "meter_serial_number",
    header: "Serial Number",
    cell: (row) => <CopyText text={row.meter_serial_number} />,
    text: (row) => row.meter_serial_number,
  },
  {
    id: "units",
    header: "Units",
    align: "right",
    sortable: "units",
    total: "537",
    cell: (row) => formatNumber(row.units),
    text: (row) => plain(row.units),
  },
  {
    id: "gallons_consumed",
    header: "Gallons",
    unit: "gal",
    align: "right",
    sortable: "gallons_consumed",
    total: "1,204,118",
    cell: (row) => formatGallons(row.gallons_consumed),
    text: (row) => plain(row.gallons_consumed),
  },
  {
    id: "leak_percentage",
    header: "Leak Volume",
    unit: "%",
    align: "right",
    sortable: "leak_percentage",
    card: "main",
    total: "11.8",
    cell: (row) => formatNumber(row.leak_percentage, 1),
    text: (row) => plain(row.leak_percentage),
  },
  {
    id: "gallons_leaked",
    header: "Leak Gallons",
    unit: "gal",
    align: "right",
    sortable: "gallons_leaked",
    card: "main",
    total: "142,310",
    cell: (row) => formatGallons(row.gallons_leaked),
    text: (row) => plain(row.gallons_leaked),
  },
];
