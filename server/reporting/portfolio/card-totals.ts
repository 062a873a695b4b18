import { sql } from "kysely";
import type { Clock } from "../../clock.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { hasBedrooms, isByBedrooms } from "../bedrooms.ts";
import { type FiguresAsked, reportDays } from "../known-days.ts";
import { type Compared, totals } from "../totals.ts";
import type { CardTotals } from "./cards.ts";

/** The sums that cards are made of, and those of the days before; null where they are not compared. */
export async function cardTotals(
  scope: Scope,
  tx: Transactional,
  asked: FiguresAsked,
  clock: Clock,
): Promise<Compared<CardTotals>> {
  const { properties, now, before } = await totals(scope, tx, asked, clock);
  const leaksAtHeaters = [now, before].some((of) => (of?.heater_leak ?? 0) > 0);
  const heaters = leaksAtHeaters ? await leakingHeaters(scope, tx, asked, clock) : { now: 0, before: 0 };
  return {
    properties,
    now: { ...now, leaking_heaters: heaters.now },
    before: before && { ...before, leaking_heaters: heaters.before },
  };
}

/** Units with leak gallons of water heaters. The roll-up does not tell heaters from other leaks; days with leaks are few. */
async function leakingHeaters(scope: Scope, tx: Transactional, asked: FiguresAsked, clock: Clock) {
  const { ctes, outer } = await reportDays(scope, tx, asked, clock);
  const ofUnits = isByBedrooms(asked)
    ? sql`join units on units.property_id = leaking.property_id and units.id = leaking.unit_id
        and ${hasBedrooms(asked, "units.bedrooms")}`
    : sql``;
  const found = await sql<{ is_previous: boolean; units: number }>`
    with ${ctes}
    select period.is_previous, sum(counted.units)::bigint as units
    from period
    cross join lateral (
      select count(distinct leaking.unit_id) as units
      from unit_days leaking ${ofUnits}
      where leaking.property_id = period.property_id and leaking.day between period.start_date and period.end_date
        and leaking.day between ${outer.first}::date and ${outer.last}::date
        and leaking.heater_leak > 0 and (leaking.toilet_leak + leaking.heater_leak + leaking.other_leak) > 0
    ) counted
    group by period.is_previous`.execute(tx);
  const of = (isPrevious: boolean) => found.rows.find((row) => row.is_previous === isPrevious)?.units ?? 0;
  return { now: of(false), before: of(true) };
}
