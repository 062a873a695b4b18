import { plain } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import classes from "./compare.module.css";
import { differenceAmount } from "./difference-text.ts";
import type { CompareFigure } from "./figures.ts";
import type { Mover } from "./movers.ts";

/** The columns of the table of properties: both periods and what lies between them. */
export function moverColumns(figure: CompareFigure): TableColumn<Mover>[] {
  const side = (id: "now" | "before", header: string): TableColumn<Mover> => ({
    id,
    header,
    align: "right",
    sortable: id,
    width: 150,
    card: id === "now" ? "main" : undefined,
    cell: (row) => figure.format(row[id]),
    text: (row) => plain(row[id]),
  });
  return [
    {
      id: "property_name",
      header: "Property",
      sortable: "property_name",
      card: "title",
      pinned: true,
      cell: (row) => <strong>{row.property_name}</strong>,
      text: (row) => row.property_name,
    },
    side("now", "Period A"),
    side("before", "Period B"),
    {
      id: "difference",
      header: "Difference",
      align: "right",
      sortable: "difference",
      width: 260,
      card: "main",
      hint: "Said where at least 80% of the days of both periods were read",
      cell: (row) => <DifferenceCell figure={figure} row={row} />,
      text: ({ difference }) => (difference.kind === "said" ? plain(difference.value) : ""),
    },
  ];
}

function DifferenceCell({ figure, row: { difference } }: { figure: CompareFigure; row: Mover }) {
  if (difference.kind === "unsaid") return <span className={classes.note}>Not compared</span>;
  const { value, text } = difference;
  const sign = value > 0 ? "+" : value < 0 ? "-" : "";
  // More of the devices reporting is good; more of all else is not.
  const isGood = figure.id === "devices_reporting" ? value > 0 : value < 0;
  return (
    <span className={classes.moved} data-good={value === 0 ? undefined : isGood}>
      <b>{`${sign}${differenceAmount(figure, difference)}`}</b>
      {figure.kind !== "share" && text !== null && <span>{text}</span>}
    </span>
  );
}
