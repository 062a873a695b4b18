import { z } from "zod";
import { allRows, answerOf, type ReportFor } from "../../report-files/report-for.ts";
import type { About } from "../../report-files/workbook/head.ts";
import { propertyPerformance } from "../../reporting/property-performance.ts";

const fields = ["gallons_consumed", "gallons_leaked", "leak_percentage", "leak_cost", "units_with_leakage"] as const;
type Field = (typeof fields)[number];

/** A figure that a report prints, by which a later state of the data is compared with it. */
export const KeyFigure = z.object({
  /** null: of the whole report. */
  property: z.object({ id: z.int(), name: z.string() }).nullable(),
  field: z.enum(fields),
  /** null: nothing was measured. */
  value: z.number().nullable(),
});
export type KeyFigure = z.output<typeof KeyFigure>;

/** A figure that is another one now. */
export interface Changed extends KeyFigure {
  before: number | null;
}

/** A report is corrected when a figure changes by more than this share of it. */
const SHARE = 0.02;
/** Smaller differences do not show. */
const SMALLEST: Readonly<Record<Field, number>> = {
  gallons_consumed: 1,
  gallons_leaked: 1,
  leak_percentage: 0.1,
  leak_cost: 0.01,
  units_with_leakage: 1,
};

/** The figures of a report and of each of its properties, in the order in which they are shown. */
export async function keyFigures(report: ReportFor, { overview }: About): Promise<KeyFigure[]> {
  const properties = await allRows((page) =>
    answerOf(report, propertyPerformance, undefined, { ...report.params, ...page, ordering: "-gallons_leaked" }),
  );
  return [
    ...fields.map((field) => ({ property: null, field, value: overview[field] })),
    ...properties.flatMap(({ property_id: id, property_name: name, gallons_consumed, gallons_leaked }) => [
      { property: { id, name }, field: "gallons_consumed" as const, value: gallons_consumed },
      { property: { id, name }, field: "gallons_leaked" as const, value: gallons_leaked },
    ]),
  ];
}

/**
 * The figures that are not what they were. Properties that are not in both states are not compared, nor are totals of
 * different properties.
 */
export function changedFigures(before: readonly KeyFigure[], after: readonly KeyFigure[]): Changed[] {
  const known = new Map(before.map((figure) => [nameOf(figure), figure.value]));
  const isOfTheSame = propertiesOf(before).symmetricDifference(propertiesOf(after)).size === 0;
  return after.flatMap((figure) => {
    if (figure.property === null && !isOfTheSame) return [];
    const was = known.get(nameOf(figure));
    return was === undefined || !isOther(figure.field, was, figure.value) ? [] : [{ ...figure, before: was }];
  });
}

function propertiesOf(figures: readonly KeyFigure[]): Set<number> {
  return new Set(figures.flatMap(({ property }) => (property === null ? [] : [property.id])));
}

function nameOf({ property, field }: KeyFigure): string {
  return `${property?.id ?? "all"} ${field}`;
}

function isOther(field: Field, before: number | null, after: number | null): boolean {
  if (before === null || after === null) return before !== after;
  const difference = Math.abs(after - before);
  return difference > Math.abs(before) * SHARE && difference >= SMALLEST[field];
}
