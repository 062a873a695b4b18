import { dayText } from "../../../../server/time/local-day.ts";
import { priceSetOn } from "../../figures/prices.ts";
import { dollarsOf, gallonsOf } from "../../figures/units-of-measure.ts";
import { type Answer, buildingOf, type Params, type Row } from "../answer.ts";
import { ordered, orderedExactly } from "../ordered.ts";
import {
  daysShown,
  expenseOf,
  type ListedLeak,
  listedLeaks,
  perReadDay,
  totalExpenseOf,
  totalOf,
} from "./listed-leaks.ts";

/** Where a leak is, and by which meter it is shown. */
export function placeOf({ property, buildingId, unit, shown, leakType }: ListedLeak): Row {
  return {
    leak_type: leakType,
    property_id: property.id,
    property_name: property.name,
    building_id: buildingId,
    building_name: buildingOf(property, buildingId).name,
    unit_id: unit?.id ?? null,
    unit_name: unit?.name ?? null,
    meter_serial_number: shown.serial,
  };
}

export const leakList: Answer = (params) => {
  const leaks = listedLeaks(params);
  const rows = leaks.map((leak) => ({
    ...placeOf(leak),
    gallons_consumed: gallonsOf(leak.gallons),
    gallons_leaked: leak.leaked / 1000,
    leak_expense: dollarsOf(expenseOf(leak, leak.days)),
    flow_time: perReadDay(params.figures, leak.shown, daysShown(leak), "flowTime"),
    events_sum: perReadDay(params.figures, leak.shown, daysShown(leak), "events"),
    leak_start_date: dayText(leak.startDay),
    leak_end_date: leak.endDay === null ? null : dayText(leak.endDay),
    total_gallons_leaked: totalOf(leak) / 1000,
    is_active: leak.isActive,
    is_unconfirmed: leak.isUnconfirmed,
  }));
  return {
    rows: ordered(rows, params.query.ordering ?? ""),
    beside: { ...outside(params, leaks), days_kept_from: null },
  };
};

/** The same leaks with what they cost. */
export const leakExpenses: Answer = (params) => {
  const leaks = listedLeaks(params);
  const rows = leaks.map((leak) => {
    const expense = expenseOf(leak, leak.days);
    const total = totalExpenseOf(leak);
    const row: Row = {
      ...placeOf(leak),
      gallons_consumed: gallonsOf(leak.gallons),
      gallons_leaked: leak.leaked / 1000,
      leak_expense: dollarsOf(expense),
      total_gallons_leaked: totalOf(leak) / 1000,
      total_expense: dollarsOf(total),
    };
    return { row, exact: { leak_expense: expense, total_expense: total } };
  });
  return { rows: orderedExactly(rows, params.query.ordering ?? ""), beside: outside(params, leaks) };
};

/** Of the leaks: those of a building or irrigation meter, and of these those without a price. */
function outside({ figures }: Params, leaks: readonly ListedLeak[]): Row {
  const outsideUnits = leaks.filter(({ unit }) => unit === null);
  const unpriced = outsideUnits.filter(
    ({ property, days }) => priceSetOn(figures.stored, property, null, dayText(days.last)) === undefined,
  );
  return { outside_units_count: outsideUnits.length, outside_units_without_price: unpriced.length };
}
