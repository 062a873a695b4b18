import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Call } from "../../contract/call/call.ts";
import { calls } from "../../contract/calls.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";

import { twoZones, twoZonesNow } from "./testing/two-zones.ts";

const base = "GET /v1/reporting/";
const meter = "leak-report/leak-details/meters/elm-2-toilet";
let app: ScopedApp;
let world: Awaited<ReturnType<typeof twoZones>>;

beforeAll(async () => {
  app = await scopedApp(twoZonesNow);
  world = await twoZones(app.connections);
});
afterAll(() => app.close());

const ask = (path: string) => app.ask(world.manager, "GET", `/v1/reporting/${path}`);

const paths = {
  day: [
    "leak-report/gallons-dynamics",
    "leak-report/leak-volume-percentage",
    "portfolio-insights/finances/costs",
    `${meter}/flow/day`,
    `${meter}/consumption/day`,
    "top-leak-volume/meters/day",
  ],
  hour: [`${meter}/flow/hour`, `${meter}/consumption/hour`, "top-leak-volume/meters/hour"],
};

// Covers calls-2
test.each([
  ...paths.day.map((path) => ["day", path, "hour"] as const),
  ...paths.hour.map((path) => ["hour", path, "day"] as const),
])("granularity_type=%s changes nothing at %s, and %s is rejected there", async (own, path, other) => {
  const plain = await ask(path);
  expect(plain.status, plain.text).toBe(200);
  const named = await ask(`${path}?granularity_type=${own}`);
  const page = (text: string) => text.replaceAll(/"(next|previous)":"[^"]*"/g, "");
  expect([named.status, page(named.text)]).toEqual([200, page(plain.text)]);
  const contrary = await ask(`${path}?granularity_type=${other}`);
  expect(contrary.status).toBe(400);
  expect(JSON.parse(contrary.text)).toMatchObject({
    granularity_type: [`This call has figures by the ${own}: granularity_type must be ${own}, or left out.`],
  });
});

// Covers calls-2
test("the list of calls that take granularity_type is complete", () => {
  const takes = Object.entries<Call>(calls).filter(
    ([name, { query }]) =>
      query instanceof z.ZodObject && "granularity_type" in query.shape && !name.endsWith("/export"),
  );
  const tried = [...paths.day, ...paths.hour].map((path) => `${base}${path.replace("elm-2-toilet", "{meter}")}`);
  expect(takes.map(([name]) => name).toSorted()).toEqual(tried.toSorted());
});
