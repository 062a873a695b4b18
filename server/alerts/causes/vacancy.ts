import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { asOfWeek, inLastSevenDays } from "../../occupancy/last-seven-days.ts";
import { knownOccupancyOfUnits } from "../../occupancy/reported-occupancy.ts";
import { type AsOf, asOfTable } from "../../query/as-of.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";
import type { WantedAlert } from "./wanted-alert.ts";

const VacantUnitRow = z.object({
  unit_id: z.int(),
  as_of: z.string(),
  since: z.string().nullable(),
  gallons: z.int(),
  first_day: z.string(),
});

/** Thousandths of a gallon in the last seven complete days, above which the use of a vacant unit is worth an alert. */
const VACANT_USES_AT_MOST = 10_000;

/** Alerts on units that are vacant by the source's data but use water. Days before the vacancy do not count. */
export async function vacancyAlerts(tx: Transactional, property: AsOf): Promise<WantedAlert[]> {
  const found = await queryRows(tx, VacantUnitRow)`
    with as_of as materialized (select * from ${asOfTable([property])} chosen),
    ${knownOccupancyOfUnits}
    select reported.unit_id, reported.as_of, reported.since, sum(unit_days.gallons)::bigint as gallons,
      min(unit_days.day) filter (where unit_days.gallons > 0) as first_day
    from reported
    join ${asOfWeek} on as_of.property_id = reported.property_id
    join unit_days on unit_days.property_id = reported.property_id and unit_days.unit_id = reported.unit_id
    where reported.status = 'vacant' and ${inLastSevenDays([property], "unit_days.day")}
      and unit_days.day >= coalesce(reported.since, '-infinity')
    group by reported.unit_id, reported.as_of, reported.since
    having sum(unit_days.gallons) > ${VACANT_USES_AT_MOST}::bigint
    order by reported.unit_id`;
  return found.map((row) => ({
    kind: "vacant but used",
    cause: `unit ${row.unit_id}`,
    meterId: null,
    unitId: row.unit_id,
    device: null,
    deviceId: null,
    beganAt: new Date(localDay(property.timeZone, dayNumber(row.first_day)).startsAt),
    details: { gallons: row.gallons, as_of: row.as_of, since: row.since },
  }));
}
