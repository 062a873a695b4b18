import type { GallonsDynamics, LeakVolumePercentage } from "../../../../../contract/reporting/charts.ts";
import { formatGallons, formatPercent, plain } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { changeColumn } from "../frame/change-column.tsx";

type Point = GallonsDynamics["points"][number];

/** A day, week or month with its gallons and the share that leaked. */
export interface DynamicsRow extends Point {
  /** In full: "Sat, Nov 21, 2026". */
  name: string;
  percent_of_leaks: number | null;
}

/** Joins the two charts' points by their first days; a share that has not come yet is not measured. */
export function dynamicsRows(
  gallons: readonly Point[],
  shares: LeakVolumePercentage["points"],
  names: readonly { full: string }[],
): DynamicsRow[] {
  const shareOf = new Map(shares.map(({ start_date, percent_of_leaks }) => [start_date, percent_of_leaks]));
  return gallons.map((point, index) => ({
    ...point,
    name: names[index]?.full ?? point.label,
    percent_of_leaks: shareOf.get(point.start_date) ?? null,
  }));
}

/** The columns; those of the period before only where it is compared with. @param header what a row stands for: "Date" */
export function dynamicsColumns(header: string, isCompared: boolean): TableColumn<DynamicsRow>[] {
  const gallons = (
    id: "total_consumed" | "normal_consumption" | "toilet_leaks" | "other_leaks" | "previous_period_consumed",
    name: string,
    card?: "main",
  ): TableColumn<DynamicsRow> => ({
    id,
    header: name,
    unit: "gal",
    align: "right",
    card,
    cell: (row) => formatGallons(row[id]),
    text: (row) => plain(row[id]),
  });
  return [
    { id: "label", header, card: "title", pinned: true, cell: ({ name }) => name, text: ({ name }) => name },
    gallons("total_consumed", "Gallons", "main"),
    gallons("normal_consumption", "Normal consumption"),
    gallons("toilet_leaks", "Toilet leaks"),
    gallons("other_leaks", "Other leaks"),
    {
      id: "percent_of_leaks",
      header: "% of leaks",
      align: "right",
      card: "main",
      cell: (row) => formatPercent(row.percent_of_leaks),
      text: (row) => plain(row.percent_of_leaks),
      textUnit: "%",
    },
    ...(isCompared ? [gallons("previous_period_consumed", "Previous period"), changeColumn<DynamicsRow>()] : []),
  ];
}
