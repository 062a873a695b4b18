import type { LeakRow } from "../../contract/reporting.ts";
import { asDollars } from "../costs/price-of-day.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import type { PageParams } from "../query/page.ts";
import { asGallons } from "../query/volume.ts";
import type { Clock } from "../time/clock.ts";
import type { LeakParams } from "./leak-definitions.ts";
import { type LeakListField, type LeakListPage, leakList } from "./leak-list.ts";

/** One page of the leak list as the leak report shows it; see leakList. Volumes in gallons, money in dollars. */
export async function leakOverview(
  scope: Scope,
  tx: Transactional,
  params: LeakParams & PageParams & { ordering: LeakListField | `-${LeakListField}` },
  clock: Clock,
): Promise<LeakListPage<LeakRow>> {
  const { rows, ...page } = await leakList(scope, tx, params, clock);
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
      flow_time: row.flow_time,
      events_sum: row.events_sum,
      leak_start_date: row.leak_start_date,
      leak_end_date: row.leak_end_date,
      total_gallons_leaked: asGallons(row.total_gallons_leaked),
      is_active: row.is_active,
      is_unconfirmed: row.is_unconfirmed,
    })),
  };
}
