import type { OrganizationPrices } from "../../../../../contract/costs/gallon-prices.ts";
import { formatDate } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import classes from "../settings.module.css";

type Price = OrganizationPrices["prices"][number];
type PriceChange = OrganizationPrices["history"][number];

const first = ({ start_date }: Price) => (start_date === null ? "Since ever" : formatDate(start_date));
const last = ({ end_date }: Price) => (end_date === null ? "Until further notice" : formatDate(end_date));

/** What a price is and when it holds. */
export const priceColumns: readonly TableColumn<Price>[] = [
  {
    id: "cost",
    header: "Price of a Gallon",
    align: "right",
    width: 150,
    card: "main",
    textUnit: "$",
    cell: (row) => `$${row.cost}`,
    text: (row) => String(row.cost),
  },
  { id: "start_date", header: "First Day", card: "title", cell: first, text: (row) => row.start_date ?? "" },
  { id: "end_date", header: "Last Day", card: "under", cell: last, text: (row) => row.end_date ?? "" },
];

/** The same, with who set it and when. */
export const historyColumns: readonly TableColumn<PriceChange>[] = [
  ...priceColumns,
  {
    id: "made_by",
    header: "Set by",
    card: "detail",
    cell: (row) => <span className={classes.names}>{row.made_by || "Nobody known"}</span>,
    text: (row) => row.made_by,
  },
  {
    id: "made_at",
    header: "Set at",
    card: "detail",
    hint: "On your clock",
    cell: (row) => timeAtProperty(row.made_at, Intl.DateTimeFormat().resolvedOptions().timeZone),
    text: (row) => row.made_at,
  },
];
