import { sql } from "kysely";
import type { Clock } from "../../clock.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import type { ChosenProperty } from "../chosen-properties.ts";
import { type FiguresAsked, reportDays } from "../known-days.ts";
import { totals } from "../totals.ts";
import type { CardTotals } from "./cards.ts";

/** The sums that cards are made of, and those of the days before; null where they are not compared. */
export async function cardTotals(
  scope: Scope,
  tx: Transactional,
  asked: FiguresAsked,
  clock: Clock,
): Promise<{ properties: ChosenProperty[]; now: CardTotals; before: CardTotals | null }> {
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
  const { ctes } = await reportDays(scope, tx, asked, clock);
  const found = await sql<{ is_previous: boolean; units: number }>`
    with ${ctes}
    select days.is_previous, count(distinct (unit_days.property_id, unit_days.unit_id)) as units
    from days
    join unit_days on unit_days.property_id = days.property_id and unit_days.day = days.day
    where days.heater_leak > 0 and unit_days.heater_leak > 0
      and (unit_days.toilet_leak + unit_days.heater_leak + unit_days.other_leak) > 0
    group by days.is_previous`.execute(tx);
  const of = (isPrevious: boolean) => found.rows.find((row) => row.is_previous === isPrevious)?.units ?? 0;
  return { now: of(false), before: of(true) };
}
