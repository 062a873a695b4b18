import { asDollars } from "../costs/price-of-day.ts";
import { report } from "../query/report.ts";
import { asGallons } from "../query/volume.ts";
import { daysKeptFrom } from "./days-kept-from.ts";
import { leakList } from "./leak-list.ts";

/** One page of the leak list as the leak report shows it; see leakList. Volumes in gallons, money in dollars. */
export const leakOverview = report(
  "GET /v1/reporting/leak-report/leak-overview",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock, page }) => {
    const { rows, ...list } = await leakList(scope, tx, query, clock);
    return {
      ...page(query, {
        ...list,
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
      }),
      days_kept_from: await daysKeptFrom(scope, tx),
    };
  },
);
