import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { at, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import { runRetention } from "./run-retention.ts";

const finances = "/v1/reporting/portfolio-insights/finances";
const june = "start_date=2026-06-01&end_date=2026-06-30";

const Costs = z.object({ water_cost: z.number(), total_cost: z.number() });
const Problem = z.object({ code: z.string(), "costs.start_date": z.array(z.string()) });

let site: LeakySite;
let archive: string;

beforeAll(async () => {
  archive = await mkdtemp(join(tmpdir(), "dripline-archive-"));
  site = await leakySite(at(40));
  await site.send(site.ours, [0, 40], (serial) => (serial === "home" ? 3 : 0));
});
afterAll(async () => {
  await site?.app.close();
  await rm(archive, { recursive: true });
});

function setPrice(cost: number, start_date: string, call = "unit-gallon-price") {
  const costs = [{ unit_ids: [site.ours.unitId], cost, start_date, end_date: "2026-10-30" }];
  return site.app.ask(site.ours.manager, "POST", `${finances}/${call}`, { costs });
}

async function costs() {
  const answer = await site.app.ask(site.ours.manager, "GET", `/v1/reporting/portfolio-insights/costs?${june}`);
  expect(answer.status, answer.text).toBe(200);
  return Costs.parse(answer.json());
}

test("days that were dropped keep their cost: a unit's price cannot begin on them", async () => {
  expect((await setPrice(0.1, "2026-06-01")).status).toBe(201);
  const before = await costs();
  expect(before.water_cost).toBeCloseTo(30 * 24 * 3 * 0.1, 2);
  site.app.clock.now = Date.parse(at(240));
  const retention = { hoursMonths: 3, daysMonths: 6 };
  const dropped = await runRetention(site.app.connections, () => site.app.clock.now, retention, archive);
  expect(dropped?.days).toEqual(["2026-06"]);
  for (const call of ["unit-gallon-price", "unit-gallon-price/effect"]) {
    const rejected = await setPrice(0.1, "2026-06-20", call);
    expect(rejected.status, rejected.text).toBe(422);
    expect(Problem.parse(rejected.json())).toEqual({
      code: "invalid_fields",
      "costs.start_date": [
        "Ours House has no daily data of its units before 2026-07-01 any more, so costs before that day cannot change. Start on 2026-07-01 or later.",
      ],
    });
  }
  expect(await costs()).toEqual(before);
  expect((await setPrice(0.2, "2026-07-01")).status).toBe(201);
  expect(await costs()).toEqual(before);
});
