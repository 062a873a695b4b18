import type { FinanceCosts } from "../../../../../contract/costs/finances.ts";
import { formatDollars, plain } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { changeColumn } from "../frame/change-column.tsx";

/** What a day, week or month cost. */
export interface CostRow extends Omit<FinanceCosts["points"][number], "label"> {
  /** In full: "Sat, Nov 21, 2026". */
  name: string;
}

/** The points under their names in full. */
export function costRows(points: FinanceCosts["points"], names: readonly { full: string }[]): CostRow[] {
  return points.map((point, index) => ({ ...point, name: names[index]?.full ?? point.label }));
}

type Cost = "toilet_leaks_cost" | "other_leaks_cost" | "leak_related_cost" | "previous_period_cost" | "total_cost";

/**
 * The columns; those of the period before only where it is compared with.
 * @param header what a row stands for: "Date"
 * @param costs the totals of the whole chart, undefined until they are known
 */
export function costColumns(header: string, isCompared: boolean, costs: FinanceCosts | undefined) {
  const dollars = (id: Cost, name: string, more: Partial<TableColumn<CostRow>> = {}): TableColumn<CostRow> => ({
    id,
    header: name,
    align: "right",
    cell: (row) => formatDollars(row[id], 2),
    text: (row) => plain(row[id]),
    textUnit: "$",
    ...more,
  });
  const total = (value: number | null | undefined) => (value == null ? undefined : formatDollars(value, 2));
  const columns: TableColumn<CostRow>[] = [
    {
      id: "label",
      header,
      card: "title",
      pinned: true,
      cell: ({ name }) => name,
      text: ({ name }) => name,
      total: "Total",
    },
    dollars("toilet_leaks_cost", "Toilet leaks"),
    dollars("other_leaks_cost", "Other leaks", { hint: "Water heaters and everything else but toilets" }),
    dollars("leak_related_cost", "Leak-related cost", { card: "main", total: total(costs?.leak_related_cost) }),
    dollars("total_cost", "All water", {
      card: "main",
      hint: "What all the water cost, leaks included",
      total: total(costs?.total_cost),
    }),
  ];
  if (!isCompared) return columns;
  const before = dollars("previous_period_cost", "Previous period", { total: total(costs?.previous_period_cost) });
  return [...columns, before, changeColumn<CostRow>()];
}
