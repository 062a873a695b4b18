import { eachDay } from "../../figures/days.ts";
import { addDays, leakOf, noSums } from "../../figures/sums.ts";
import { dollarsOf, gallonsOf, percentOf } from "../../figures/units-of-measure.ts";
import { type Answer, chosenUnits, type Params, type Row, seenProperties } from "../answer.ts";
import { ordered, orderedExactly } from "../ordered.ts";
import { placeOf } from "./leak-list.ts";
import { daysShown, expenseOf, type ListedLeak, listedLeaks, perReadDay, totalOf } from "./listed-leaks.ts";

/** Days of the period on which anything of these leaked. */
function leakDays(leaks: readonly ListedLeak[]): number {
  return new Set(leaks.flatMap(({ days, lostOn }) => eachDay(days).filter((day) => lostOn(day).leak > 0))).size;
}

/** Properties whose units leak. */
export const topProperties: Answer = (params) => {
  const ofUnits = listedLeaks({ ...params, query: { ...params.query, only_active: undefined } }).filter(
    ({ unit }) => unit !== null,
  );
  const rows = [...Map.groupBy(ofUnits, ({ property }) => property)].flatMap(([property, leaks]): Row[] => {
    const [first] = leaks;
    if (first === undefined) return [];
    if (params.query.only_active === true && !leaks.some(({ isActive }) => isActive)) return [];
    const units = chosenUnits(params, property);
    const sums = noSums();
    addDays(sums, params.figures, property, units, first.days);
    return [
      {
        property_id: property.id,
        property_name: property.name,
        units_with_leakage: sums.unitsLeaking.size,
        gallons_leaked: leakOf(sums) / 1000,
        gallons_consumed: gallonsOf(sums.gallons),
        leak_percentage: percentOf(leakOf(sums), sums.gallons),
        total_gallons_leaked: leaks.reduce((sum, leak) => sum + totalOf(leak), 0) / 1000,
        leak_days: leakDays(leaks),
      },
    ];
  });
  return { rows: ordered(rows, params.query.ordering ?? "") };
};

/** Rows with their place by leak gallons. */
export function ranked(rows: readonly Row[]): Row[] {
  const places = new Map(ordered(rows, "-gallons_leaked").map((row, index) => [row, index + 1]));
  return rows.map((row) => ({ rank: places.get(row) ?? 0, ...row }));
}

/** Millionths of a dollar that a leak costs on a day on which it runs; null: on none of the period. */
function expensePerDay(leak: ListedLeak): number | null {
  const days = leakDays([leak]);
  return days === 0 ? null : expenseOf(leak, leak.days) / days;
}

function unitRows(params: Params) {
  const leaks = listedLeaks(params);
  const rows = ranked(
    leaks.map((leak) => {
      const perDay = expensePerDay(leak);
      return {
        ...placeOf(leak),
        gallons_consumed: gallonsOf(leak.gallons),
        gallons_leaked: leak.leaked / 1000,
        leak_expense: dollarsOf(expenseOf(leak, leak.days)),
        leak_expense_per_day: perDay === null ? null : dollarsOf(perDay),
        flow_time: perReadDay(params.figures, leak.shown, daysShown(leak), "flowTime"),
        events: perReadDay(params.figures, leak.shown, daysShown(leak), "events"),
        leak_days: leakDays([leak]),
        total_gallons_leaked: totalOf(leak) / 1000,
      };
    }),
  );
  const exact = leaks.map((leak): Row => ({ leak_expense_per_day: expensePerDay(leak) }));
  const keyed = rows.map((row, index) => ({ row, exact: exact[index] ?? {} }));
  return { rows: orderedExactly(keyed, params.query.ordering ?? "") };
}

export const topUnits: Answer = unitRows;

export const topUnitsOfProperty: Answer = (params) => {
  const id = Number(params.params.id);
  if (!seenProperties(params).some((property) => property.id === id)) return { status: 404 };
  return unitRows({ ...params, query: { ...params.query, property_id: [id] } });
};
