import type { LeakUnitRow } from "../../../contract/reporting/top-leaks.ts";
import { asDollars } from "../../costs/price-of-day.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import type { PageParams } from "../../query/page.ts";
import { propertyInScope } from "../../query/property-in-scope.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import type { LeakParams } from "../leak-definitions.ts";
import { type LeakListOrdering, leakList } from "../leak-list.ts";

type UnitField =
  | "rank"
  | "leak_type"
  | "property_name"
  | "building_name"
  | "unit_name"
  | "meter_serial_number"
  | "gallons_consumed"
  | "gallons_leaked"
  | "leak_expense_per_day"
  | "flow_time"
  | "events"
  | "leak_days"
  | "total_gallons_leaked";

interface Params extends LeakParams, PageParams {
  ordering: UnitField | `-${UnitField}`;
}

/** One page of the leak list, most leak gallons first unless ordered otherwise; see leakList. Volumes in gallons, money in dollars. */
async function topUnits(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: LeakUnitRow[] }> {
  const ordering = orderingOf(params.ordering);
  const { count, rows } = await leakList(scope, tx, { ...params, ordering }, clock);
  return {
    count,
    rows: rows.map((row) => ({
      rank: row.rank,
      leak_type: row.leak_type,
      property_id: row.property_id,
      property_name: row.property_name,
      building_id: row.building_id,
      building_name: row.building_name,
      unit_id: row.unit_id,
      unit_name: row.unit_name,
      meter_serial_number: row.meter_serial_number,
      gallons_consumed: asGallons(row.gallons_consumed),
      gallons_leaked: asGallons(row.gallons_leaked),
      leak_expense: asDollars(row.leak_expense),
      leak_expense_per_day: row.leak_days === 0 ? null : asDollars(row.leak_expense / row.leak_days),
      flow_time: row.flow_time,
      events: row.events_sum,
      leak_days: row.leak_days,
      total_gallons_leaked: asGallons(row.total_gallons_leaked),
    })),
  };
}

function orderingOf(ordering: Params["ordering"]): LeakListOrdering {
  if (ordering === "events") return "events_sum";
  return ordering === "-events" ? "-events_sum" : ordering;
}

export const topUnitsReport = report(
  "GET /v1/reporting/top-leak-volume/units",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock, page }) => page(query, await topUnits(scope, tx, query, clock)),
);

export const topUnitsOfPropertyReport = report(
  "GET /v1/reporting/top-leak-volume/properties/{id}/units",
  { cache: "rolled-up" },
  async ({ scope, tx, params, query, clock, page }) => {
    const property = await propertyInScope(scope, tx, params.id);
    return page(query, await topUnits(scope, tx, { ...query, property_id: [property.id] }, clock));
  },
);
