import type { Kysely } from "kysely";
import { z } from "zod";
import type { LeakPreset } from "../../../contract/leaks/leak-presets.ts";
import type { BackTest } from "../../../contract/leaks/rule-settings.ts";
import { atOneInstant, inScope, type Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import type { Database } from "../../database/types.ts";
import { leakSettingsOf } from "../../leaks/settings/leak-presets.ts";
import { matchCases } from "../../metering/cases/write-cases.ts";
import { inventoryOf } from "../../metering/inventory/inventory.ts";
import { firstOpenDay } from "../../metering/plan/retained.ts";
import { replayCases } from "../../metering/replay/replay-cases.ts";
import { notThere, ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { propertyInScope } from "../../query/property-in-scope.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { createFairQueue, QueueFull, QueueTimeout } from "../../queue/fair-queue.ts";
import { ownChoice } from "../../rule-settings/change-settings.ts";
import { propertyChoice } from "../../rule-settings/read-settings.ts";
import type { Clock } from "../../time/clock.ts";
import { dayText, localDay, localDayAt } from "../../time/local-day.ts";
import { compareCases, listCases, sumOf } from "./compare-cases.ts";
import { costsOf, knownCase, type PeriodCase, placeNames, replayedCase, storedCases } from "./period-cases.ts";

/** Days before today that count. */
const DAYS = 90;
/** One at a time, as each takes a processor; a tenant has one more waiting. */
const queue = createFairQueue(1, () => 1, 2);
const LONGEST_WAIT_MS = 60_000;

const ReadingsRow = z.object({ has_readings: z.boolean() });

/** Other settings of a property: a preset, null for its organization's settings, and numbers that differ from it. */
interface Wanted {
  preset: LeakPreset | null;
  settings: Record<string, number>;
}

/**
 * Which cases of the last 90 days would be removed, and which added, if a property had other settings: by the hours that are
 * stored at one instant, and the steps of a refresh. Nothing is changed.
 * @param isCancelled whether nobody waits for it any more; then it ends
 * @throws ProblemError not_found for a property out of scope; invalid_fields as for a change; unavailable while others are
 * being calculated
 */
export async function backTest(
  deps: { app: Kysely<Database>; clock: Clock },
  scope: RequestScope,
  propertyId: number,
  wanted: Wanted,
  isCancelled: () => boolean,
): Promise<BackTest> {
  await inScope(deps.app, scope, (tx) => propertyInScope(scope, tx, propertyId));
  ownChoice(wanted);
  try {
    return await queue.run(
      scope.organizationIds[0] ?? 0,
      async () => {
        if (isCancelled()) throw cancelled();
        // Many properties would cost each of its statements.
        const one = await atOneInstant(deps.app, { ...scope, propertyIds: [propertyId] });
        try {
          return await inScope(deps.app, one.scope, (tx) =>
            runBackTest(tx, one.scope, propertyId, wanted, deps.clock(), isCancelled),
          );
        } finally {
          await one.release();
        }
      },
      LONGEST_WAIT_MS,
    );
  } catch (error) {
    if (!(error instanceof QueueFull || error instanceof QueueTimeout)) throw error;
    throw new ProblemError("unavailable", text`Other previews are being calculated. Try again in a minute.`);
  }
}

function cancelled(): ProblemError {
  return new ProblemError("not_running", text`The preview was canceled.`);
}

async function runBackTest(
  tx: Transactional,
  scope: RequestScope,
  propertyId: number,
  wanted: Wanted,
  now: number,
  isCancelled: () => boolean,
): Promise<BackTest> {
  const property = await propertyInScope(scope, tx, propertyId);
  const { organization, organizationId } = await propertyChoice(tx, propertyId);
  const { preset, changed } = ownChoice(wanted) ?? organization;
  const inventory = await inventoryOf(tx, propertyId);
  if (inventory === null) throw notThere("property");
  const today = localDayAt(inventory.timeZone, now).day;
  const period = {
    from: dayText(today - DAYS),
    until: dayText(today),
    startsAt: localDay(inventory.timeZone, today - DAYS).startsAt,
  };
  const before = await storedCases(tx, propertyId, period.from);
  const replayed = new Set<number>();
  const after: PeriodCase[] = [];
  for await (const { places, cases } of replayCases(tx, inventory, leakSettingsOf(preset, changed), now)) {
    if (isCancelled()) throw cancelled();
    for (const place of places) replayed.add(place);
    after.push(...cases.map((one) => replayedCase(one, period.from)));
  }
  // A refresh leaves places without meters as they are.
  after.push(...before.filter(({ place }) => !replayed.has(place)));
  const ids = matchCases(after, before.map(knownCase));
  const effect = compareCases(before, after, ids, period.startsAt);
  const costs = await costsOf(tx, propertyId, [...effect.before, ...effect.after]);
  const names = await placeNames(tx, inventory, [...effect.removed, ...effect.added]);
  const firstOpen = firstOpenDay(inventory);
  const readings = await queryRow(tx, ReadingsRow)`
    select exists (select from meter_states where property_id = ${propertyId}) as has_readings`;
  return {
    property_id: propertyId,
    property_name: property.name,
    organization_id: organizationId,
    time_zone: property.timeZone,
    from: period.from,
    until: period.until,
    hours_kept_from: firstOpen === null || firstOpen <= today - DAYS ? null : dayText(firstOpen),
    has_readings: readings?.has_readings ?? false,
    before: sumOf(effect.before, costs),
    after: sumOf(effect.after, costs),
    removed: sumOf(effect.removed, costs),
    added: sumOf(effect.added, costs),
    changed: effect.changed,
    removed_cases: listCases(effect.removed, costs, names),
    added_cases: listCases(effect.added, costs, names),
  };
}
