import { dayText } from "../../../server/metering/local-day.ts";
import { dollarsOf, gallonsOf } from "../figures/units-of-measure.ts";
import { type Answer, buildingOf, type Row } from "./asked.ts";
import { expenseOf, type ListedLeak, listedLeaks, perReadDay, totalOf } from "./listed-leaks.ts";
import { ordered } from "./ordered.ts";

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

export const leakList: Answer = (asked) => {
  const rows = listedLeaks(asked).map((leak) => ({
    ...placeOf(leak),
    gallons_consumed: gallonsOf(leak.gallons),
    gallons_leaked: leak.leaked / 1000,
    flow_time: perReadDay(asked.figures, leak.shown, leak.days, "flowTime"),
    events_sum: perReadDay(asked.figures, leak.shown, leak.days, "events"),
    leak_start_date: dayText(leak.startDay),
    leak_end_date: leak.endDay === null ? null : dayText(leak.endDay),
    total_gallons_leaked: totalOf(leak) / 1000,
    is_active: leak.isActive,
    is_unconfirmed: leak.isUnconfirmed,
  }));
  return { rows: ordered(rows, asked.query.ordering ?? ""), beside: { days_kept_from: null } };
};

/** The same leaks with what they cost. */
export const leakExpenses: Answer = (asked) => {
  const rows = listedLeaks(asked).map((leak) => {
    const { building_id: _, ...place } = placeOf(leak);
    const expense = expenseOf(leak, leak.days);
    const total = expenseOf(leak, { first: leak.startDay, last: leak.until, begun: leak.until });
    const row: Row = {
      ...place,
      gallons_consumed: gallonsOf(leak.gallons),
      gallons_leaked: leak.leaked / 1000,
      leak_expense: dollarsOf(expense),
      total_gallons_leaked: totalOf(leak) / 1000,
      total_expense: dollarsOf(total),
    };
    // Money is ordered by what it was before it was rounded.
    return { row, key: { ...row, leak_expense: expense, total_expense: total } };
  });
  const byKey = new Map<Row, Row>(rows.map(({ key, row }) => [key, row]));
  const keys = ordered(
    rows.map(({ key }): Row => key),
    asked.query.ordering ?? "",
  );
  return { rows: keys.map((key) => byKey.get(key) ?? key) };
};
