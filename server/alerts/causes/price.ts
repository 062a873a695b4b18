import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { type AsOf, asOfTable } from "../../query/as-of.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";
import type { WantedAlert } from "./wanted-alert.ts";

const EndedRow = z.object({ last_day: z.string(), units: z.int(), falls_to: z.enum(["organization", "default"]) });

/** Days after a price ended for which its alert stays open: by then it was meant to end. */
const ALERTED_DAYS = 31;

/**
 * An alert on the units whose price has ended and was not set again, one for all whose price ended last on the same day:
 * their own price, or that of the organization, which held for those without one.
 */
export async function priceAlerts(tx: Transactional, property: AsOf): Promise<WantedAlert[]> {
  const covers = sql`as_of.day between prices.first_day and prices.last_day`;
  const ended = sql`prices.last_day >= as_of.day - ${ALERTED_DAYS}::int and prices.last_day < as_of.day`;
  const found = await queryRows(tx, EndedRow)`
    with as_of as (select * from ${asOfTable([property])} chosen),
    of_organization as (
      select coalesce(bool_or(${covers}), false) as is_set, max(prices.last_day) filter (where ${ended}) as ended_on
      from as_of
      join properties on properties.id = as_of.property_id
      join organization_prices prices on prices.organization_id = properties.organization_id
    ),
    of_units as (
      select units.id, coalesce(bool_or(${covers}), false) as is_set, max(prices.last_day) filter (where ${ended}) as ended_on
      from as_of
      join units on units.property_id = as_of.property_id
      left join unit_prices prices on prices.property_id = units.property_id and prices.unit_id = units.id
      group by units.id
    )
    select last_day, count(*) as units, falls_to
    from of_organization
    cross join lateral (
      select case when is_set then 'organization' else 'default' end as falls_to, case when not is_set then ended_on end as ended_on
    ) usual
    cross join of_units
    cross join lateral (select greatest(of_units.ended_on, usual.ended_on) as last_day) ended
    where not of_units.is_set and last_day is not null
    group by last_day, falls_to order by last_day`;
  return found.map(({ last_day, units, falls_to }) => ({
    kind: "price ended",
    cause: `price ${last_day}`,
    meterId: null,
    unitId: null,
    device: null,
    deviceId: null,
    beganAt: new Date(localDay(property.timeZone, dayNumber(last_day)).endsAt),
    details: { units, last_day, falls_to },
  }));
}
