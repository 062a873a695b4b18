import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { localDay } from "./local-day.ts";
import { DAY_MS } from "./meter-day.ts";
import { derivedRows } from "./testing/derived-rows.ts";
import { readingsOf, story, storyMeters } from "./testing/meter-stories.ts";

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
  /** Days after the last reading at which everything is refreshed. */
  laterDays: fc.constantFrom(1, 3, 45),
});

test("any order, any batches, repeats and refreshes in between give the same rows as one clean delivery", async () => {
  await fc.assert(
    fc.asyncProperty(story, journey, async (told, way) => {
      const readings = readingsOf(told);
      fc.pre(readings.length > 0);
      site.clock.now = localDay(told.timeZone, told.firstDay).startsAt + (12 * 3 + way.laterDays) * DAY_MS;
      const [clean, mixed] = await Promise.all([
        site.addProperty(told.timeZone, storyMeters),
        site.addProperty(told.timeZone, storyMeters),
      ]);
      await site.send(clean, readings);
      await site.refresh();
      await travel(mixed, readings, way);
      await site.refresh();
      const [expected, got] = await Promise.all(
        [clean, mixed].map(({ propertyId }) => derivedRows(site.connections, propertyId)),
      );
      expect(got).toEqual(expected);
    }),
    { seed: SEED, numRuns: Number(process.env.FC_RUNS ?? 60), endOnFailure: process.env.FC_SHRINK === undefined },
  );
}, 120_000);

type Journey = typeof journey extends fc.Arbitrary<infer T> ? T : never;

async function travel(gateway: TestGateway, readings: object[], way: Journey) {
  const place = (i: number) => {
    const random = ((way.order[i % way.order.length] ?? 0) ^ (i * 2654435761)) >>> 0;
    return i + (random / 2 ** 32 - 0.5) * 2 * way.disorder * readings.length;
  };
  const mixed = readings.map((reading, i) => ({ reading, at: place(i) })).sort((a, b) => a.at - b.at);
  const size = Math.ceil(mixed.length / way.batches);
  const batches = Array.from({ length: way.batches }, (_, i) =>
    mixed.slice(i * size, (i + 1) * size).map(({ reading }) => reading),
  );
  for (const i of way.again) batches.splice((i * 5) % batches.length, 0, batches[i % batches.length] ?? []);
  for (const [i, batch] of batches.entries()) {
    const answer = await site.send(gateway, batch);
    expect(answer.stored + answer.duplicate).toBe(batch.length);
    if (way.refreshes[i % 9] === true) await site.refresh();
  }
}
