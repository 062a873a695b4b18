import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { DAY_MS } from "../time/durations.ts";
import { localDay } from "../time/local-day.ts";
import { decide } from "./testing/decide.ts";
import { derivedRows } from "./testing/derived-rows.ts";
import { meterStatusRows } from "./testing/meter-status-rows.ts";
import { LONGEST_DAYS, readingsOf, story, storyMeters } from "./testing/meter-stories.ts";
import { packEverything } from "./testing/pack-everything.ts";
import { type Decision, decisionsOf, type StoryRow, SWAPPED_IN, storyRow, swapIn } from "./testing/story-decisions.ts";

const SEED = Number(process.env.FC_SEED ?? 20260501);
let site: IngestSite;
beforeAll(async () => {
  site = await openIngestSite();
});
afterAll(() => site?.close());

/** How the readings of a story travel: in which order, cut where, what comes again, and when a refresh runs. */
const journey = fc.record({
  order: fc.array(fc.integer(), { minLength: 20, maxLength: 60 }),
  /** From chaos (1) to nearly in order (0). */
  disorder: fc.constantFrom(0, 0.02, 0.3, 1),
  batches: fc.integer({ min: 1, max: 9 }),
  again: fc.array(fc.nat(8), { maxLength: 4 }),
  refreshes: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
  /** After which batch all months are packed, be they over or not. */
  packs: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
  /** Days after the last reading at which everything is refreshed. */
  laterDays: fc.constantFrom(1, 3, 45),
});

test("gives the same rows for any order, batches, repeats, refreshes, packed months and timing of decisions", async () => {
  await fc.assert(
    fc.asyncProperty(story, journey, async (generated, way) => {
      const { swap, rows } = swapIn(
        generated,
        readingsOf(generated).map((row) => storyRow.parse(row)),
      );
      fc.pre(rows.length > 0);
      const decisions = decisionsOf(generated, rows);
      site.clock.now =
        localDay(generated.timeZone, generated.firstDay).startsAt + (LONGEST_DAYS + way.laterDays) * DAY_MS;
      const [clean, mixed] = await Promise.all([
        site.addProperty(generated.timeZone, storyMeters),
        site.addProperty(generated.timeZone, storyMeters),
      ]);
      if (swap !== null) await decide(site, clean, swap);
      await send(clean, rows);
      for (const decision of decisions) await decide(site, clean, decision);
      await site.refresh();
      await travel(mixed, rows, decisions, swap, way);
      await site.refresh();
      const [expected, got] = await Promise.all(
        [clean, mixed].map(({ propertyId }) => derivedRows(site.connections, propertyId)),
      );
      expect(got).toEqual(expected);
      const { kept, recalculated } = await meterStatusRows(site.connections, mixed.propertyId);
      expect(kept).toEqual(recalculated);
    }),
    { seed: SEED, numRuns: Number(process.env.FC_RUNS ?? 200), endOnFailure: process.env.FC_SHRINK === undefined },
  );
}, 900_000);

type Journey = typeof journey extends fc.Arbitrary<infer T> ? T : never;

async function send(gateway: TestGateway, rows: StoryRow[]) {
  for (let from = 0; from < rows.length; from += 10_000) {
    const batch = rows.slice(from, from + 10_000);
    const answer = await site.send(gateway, batch);
    expect(answer.stored + answer.duplicate).toBe(batch.length);
  }
}

async function travel(
  gateway: TestGateway,
  rows: StoryRow[],
  decisions: Decision[],
  swap: Decision | null,
  way: Journey,
) {
  const place = (i: number) => {
    const random = ((way.order[i % way.order.length] ?? 0) ^ (i * 2654435761)) >>> 0;
    return i + (random / 2 ** 32 - 0.5) * 2 * way.disorder * rows.length;
  };
  const mixed = rows.map((row, i) => ({ row, at: place(i) })).sort((a, b) => a.at - b.at);
  const size = Math.ceil(mixed.length / way.batches);
  const batches = Array.from({ length: way.batches }, (_, i) =>
    mixed.slice(i * size, (i + 1) * size).map(({ row }) => row),
  );
  for (const i of way.again) batches.splice((i * 5) % batches.length, 0, batches[i % batches.length] ?? []);
  const whenOf = (i: number) => (way.order[i] ?? 0) >>> 0;
  const isAccept = ({ what }: Decision) => what === "accept";
  // What is not there yet cannot be accepted, and a meter's readings are unknown before it is.
  const swapBefore = swap === null ? -1 : whenOf(9) % batches.length;
  let early: StoryRow[] = [];
  for (const [i, batch] of batches.entries()) {
    if (swap !== null && i === swapBefore) await decide(site, gateway, swap, { refresh: way.refreshes[0] });
    const isKnown = (row: StoryRow) => i >= swapBefore || row.serial !== SWAPPED_IN;
    await send(gateway, [...early, ...batch].filter(isKnown));
    early = [...early, ...batch].filter((row) => !isKnown(row));
    for (const [n, decision] of decisions.entries()) {
      if (isAccept(decision) || whenOf(n) % batches.length !== i) continue;
      if (way.refreshes[n] === true) await decide(site, gateway, decision, { preview: true });
      await decide(site, gateway, decision, { refresh: way.refreshes[n + 1] });
    }
    if (way.refreshes[i % 9] === true) await site.refresh();
    if (way.packs[i % 9] === true) await packEverything(site);
  }
  for (const decision of decisions.filter(isAccept)) await decide(site, gateway, decision);
  await send(gateway, (batches[0] ?? []).slice(0, 300));
}
