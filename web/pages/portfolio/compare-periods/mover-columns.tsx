import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { TableColumn } from "../../../components/table/column.ts";
import { nameColumn } from "../../../components/table/columns.tsx";
import classes from "./compare.module.css";
import { differenceAmount } from "./difference-text.ts";
import type { CompareFigure } from "./figures.ts";
import type { Mover } from "./movers.ts";

/**
 * The columns of the table of properties: both periods and what lies between them.
 * @param isUneven the periods differ in length, so that the difference of sums is by the day
 */
export function moverColumns(figure: CompareFigure, isUneven: boolean): TableColumn<Mover>[] {
  const side = (id: "now" | "before", header: string): TableColumn<Mover> => ({
    id,
    header,
    align: "right",
    sortable: id,
    width: 150,
    card: id === "now" ? "main" : undefined,
    cell: (row) => figure.format(row[id]),
    text: (row) => figure.text(row[id]),
  });
  return [
    nameColumn("property_name", t`Property`, { sortable: "property_name", card: "title", pinned: true }),
    side("now", t`Period A`),
    side("before", t`Period B`),
    {
      id: "difference",
      header: t`Difference`,
      textUnit: isUneven && figure.kind === "sum" ? t`a day` : undefined,
      align: "right",
      sortable: "difference",
      width: 260,
      card: "main",
      hint: t`Shown where at least 80% of the days of both periods were read`,
      cell: (row) => <DifferenceCell figure={figure} row={row} />,
      text: ({ difference }) => (difference.kind === "said" ? figure.text(difference.value) : ""),
    },
  ];
}

function DifferenceCell({ figure, row: { difference } }: { figure: CompareFigure; row: Mover }) {
  if (difference.kind === "unsaid")
    return (
      <span className={classes.note}>
        <Trans>Not compared</Trans>
      </span>
    );
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
