import { sql } from "kysely";
import { z } from "zod";
import { type LeakOutcome, leakOutcome, type StoppedBy } from "../../contract/leaks/leaks.ts";
import type { Savings } from "../../contract/portfolio/portfolio-savings.ts";
import { asDollars } from "../costs/price-of-day.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { chosenProperties, outerDates, type PlaceParams, periodTable } from "../query/chosen-properties.ts";
import type { PeriodParams } from "../query/period.ts";
import { report } from "../query/report.ts";
import { asGallons } from "../query/volume.ts";
import { attachedTo } from "../readings/meter-day.ts";
import type { Clock } from "../time/clock.ts";
import { countedOnce, type LeakSaving } from "./counted-once.ts";
import { placeOf, stoppedLeaks } from "./known-leaks.ts";
import { isStoppedBy, mayHaveStopped } from "./stopped-by.ts";
import { millsOnDay, rate, whatBecame } from "./what-became.ts";

/** A leak that stopped. Instants in milliseconds since the epoch. */
const Stopped = z.object({
  stopped_by: z.enum(["rule", "person"]),
  outcome: leakOutcome,
  property_id: z.int(),
  unit_id: z.int().nullable(),
  is_fixture: z.boolean(),
  /** Both null where no meter of a building or irrigation of the property is among those that leaked. */
  attached_to: z.enum(attachedTo).nullable(),
  building_id: z.int().nullable(),
  from: z.number(),
  until: z.number(),
  /** Thousandths of a gallon. */
  per_hour: z.number(),
  /** Thousandths of a dollar for a gallon. */
  mills: z.number(),
});
type Stopped = z.output<typeof Stopped>;

/** A leak, what it adds to the sum, and what it saves for itself: thousandths of a gallon, unrounded. */
type Counted = Stopped & { counted: number; own: number };

const HOUR_MS = 3_600_000;

/** Without rules and evidence, which take most of a leak's room. */
const picked = sql.join(
  [
    ...["property_id", "meter_id", "unit_id", "kind", "started_at", "last_confirmed_at", "ended_at", "suspected"],
    ...["last_leaked", "last_hours"],
  ].map((column) => sql.ref(`leak.${column}`)),
);

/**
 * The leaks of the chosen properties that a user marked repaired in the period, and those that ended in it by their
 * rule: their outcome, and what they saved so far, by the rule by which each is listed. The two are not added up: only
 * what was repaired is anybody's saving. Water that two meters saw counts once, also if one was repaired and the other
 * ended by its rule; each figure is rounded once.
 */
export async function savings(
  scope: Scope,
  tx: Transactional,
  params: PlaceParams & PeriodParams,
  clock: Clock,
): Promise<Savings> {
  const properties = await chosenProperties(scope, tx, params, clock);
  const epochMs = (instant: string) => sql`(extract(epoch from ${sql.ref(instant)}) * 1000)::float8`;
  const found = await queryRows(tx, Stopped)`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    picked as materialized (
      select ${picked} from period join leaks leak on leak.property_id = period.property_id where ${mayHaveStopped}
    ),
    stopped as materialized (${stoppedLeaks(sql`picked`, isStoppedBy(["person", "rule"], true))})
    select case when listed.repair_id is null then 'rule' else 'person' end as stopped_by, listed.outcome,
      listed.property_id, listed.unit_id, listed.kind <> 'other leak' as is_fixture,
      place.attached_to, place.building_id,
      ${epochMs("listed.stopped_at")} as "from",
      case when lost.rate > 0 then ${epochMs("listed.saved_until")} else ${epochMs("listed.stopped_at")} end as until,
      coalesce(lost.rate, 0)::float8 as per_hour, case when lost.rate > 0 then ${millsOnDay(sql`listed.rate_to`)} else 0 end as mills
    from (${whatBecame("stopped", new Date(clock()))}) listed
    left join lateral (${rate}) lost on listed.saved_hours > 0
    left join lateral (
      ${placeOf("listed", sql`listed.property_id in (select property_id from stopped where unit_id is null)`)}
    ) place on true`;
  const once = countedOnce(found.map(leakSaving));
  const leaks = found.map((leak, index) => ({
    ...leak,
    counted: once[index] ?? 0,
    own: (leak.per_hour * (leak.until - leak.from)) / HOUR_MS,
  }));
  const [start_date, end_date] = outerDates(properties, params, clock);
  return { start_date, end_date, repaired: group(leaks, "person"), ended: group(leaks, "rule") };
}

function leakSaving({ is_fixture, attached_to, per_hour, ...leak }: Stopped): LeakSaving {
  const unitless = attached_to === "Building" ? "building" : "irrigation";
  const sits = leak.unit_id === null ? unitless : is_fixture ? "fixture" : "top of unit";
  return { ...leak, sits, perHour: per_hour };
}

function group(all: readonly Counted[], by: StoppedBy): Savings["repaired"] {
  const leaks = all.filter(({ stopped_by }) => stopped_by === by);
  const became = (outcome: LeakOutcome) => leaks.filter((leak) => leak.outcome === outcome).length;
  return {
    leaks: leaks.length,
    held: became("held"),
    came_back: became("came_back"),
    too_early: became("too_early"),
    gallons_saved: asGallons(whole(leaks, ({ counted }) => counted)),
    dollars_saved: asDollars(whole(leaks, ({ counted, mills }) => counted * mills)),
    gallons_seen_twice: asGallons(whole(leaks, ({ own, counted }) => own - counted)),
    dollars_seen_twice: asDollars(whole(leaks, ({ own, counted, mills }) => (own - counted) * mills)),
  };
}

/** A sum as a whole number. Rates over 24 hours are periodic: digits after the fifth are rounding error. */
function whole(leaks: readonly Counted[], of: (leak: Counted) => number): number {
  return Math.round(Number(leaks.reduce((sum, leak) => sum + of(leak), 0).toFixed(5)));
}

export const savingsReport = report(
  "GET /v1/reporting/portfolio-insights/savings",
  { cache: "text" },
  ({ scope, tx, query, clock }) => savings(scope, tx, query, clock),
);
