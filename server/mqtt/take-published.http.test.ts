import { afterAll, beforeAll, expect, test } from "vitest";
import { isDatabaseDown } from "../database/is-database-down.ts";
import { type IngestSite, openIngestSite } from "../ingest/testing/ingest-site.ts";
import { keepFailed, takePublished } from "./take-published.ts";
import { keepLog } from "./testing/log.ts";

let site: IngestSite;

beforeAll(async () => {
  site = await openIngestSite();
});

afterAll(() => site.close());

/** Processes a message on a topic. @returns what was logged */
async function take(topic: string): Promise<string[]> {
  const log = keepLog();
  const { connections, clock } = site;
  await takePublished({ connections, clock: () => clock.now, log, isDatabaseDown })(topic, Buffer.from("[1]"), false);
  return log.messages;
}

test.each([
  ["names no gateway", "%00", /names no gateway; the message was dropped/],
  ["is of no property", "G1", /no such property; the message was dropped/],
])("drops a message whose topic %s", async (_how, gateway, expected) => {
  expect(await take(`dripline/999999999/${gateway}/readings`)).toEqual([expect.stringMatching(expected)]);
});

test("drops what failed where it can never be kept, so that it blocks nothing after it", async () => {
  const message = { kind: "readings", payload: Buffer.from("[1]"), name: "topic", propertyId: 999_999_999 } as const;
  const log = keepLog();
  const deps = { connections: site.connections, clock: () => site.clock.now, log, isDatabaseDown };
  await keepFailed(deps, message, new Error("odd"));
  expect(log.messages).toEqual([
    expect.stringMatching(/failed for an unknown reason/),
    expect.stringMatching(/could not be kept and was dropped/),
  ]);
});
