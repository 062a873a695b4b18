import type { LeakExpenseRow } from "../../../contract/costs/finances.ts";
import { asDollars } from "../../costs/price-of-day.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import type { PageParams } from "../../query/page.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import type { LeakParams } from "../leak-definitions.ts";
import { type LeakListOrdering, type LeakListPage, leakCostList } from "../leak-list.ts";

/** One page of the leak list with what the leaks cost; see leakCostList. Volumes in gallons, money in dollars. */
async function leakExpenses(
  scope: Scope,
  tx: Transactional,
  params: LeakParams & PageParams & { ordering: LeakListOrdering },
  clock: Clock,
): Promise<LeakListPage<LeakExpenseRow>> {
  const { rows, ...page } = await leakCostList(scope, tx, params, clock);
  return {
    ...page,
    rows: rows.map((row) => ({
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
      total_gallons_leaked: asGallons(row.total_gallons_leaked),
      total_expense: asDollars(row.total_expense),
    })),
  };
}

export const leakExpensesReport = report(
  "GET /v1/reporting/portfolio-insights/finances/leak-overview",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock, page }) => page(query, await leakExpenses(scope, tx, query, clock)),
);
