import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finances, type PricedSite, pricedSite } from "../costs/testing/priced-site.ts";

let site: PricedSite;
beforeAll(async () => {
  site = await pricedSite();
});
afterAll(() => site?.app.close());

/** Longer than the statement timeout of a request. */
const HELD_SECONDS = 8;

/** Locks the prices of units for a while. `free` resolves when they are unlocked. */
async function holdPrices(): Promise<{ free: Promise<unknown> }> {
  const tx = await site.app.connections.owner.startTransaction().execute();
  await sql`lock table unit_prices in access exclusive mode`.execute(tx);
  const free = sql`select pg_sleep(${HELD_SECONDS})`.execute(tx).then(() => tx.rollback().execute());
  return { free };
}

test("cancels a slow query with a message, but not a change that may take long", async () => {
  const { app, who, units } = site;
  const { free } = await holdPrices();
  const body = { costs: [{ unit_ids: units.map(({ id }) => id), cost: 0.02, start_date: "2026-10-25" }] };
  const began = performance.now();
  const changing = app.ask(who, "POST", `${finances}/unit-gallon-price`, body);
  const read = await app.ask(who, "GET", `${finances}/unit-gallon-price`);
  const waited = performance.now() - began;
  const changed = await changing;
  await free;
  expect([read.status, read.headers["retry-after"]]).toEqual([503, "5"]);
  expect(read.headers["content-type"]).toContain("application/problem+json");
  expect(read.json()).toMatchObject({ code: "unavailable", detail: expect.stringContaining("The request timed out") });
  expect(waited).toBeGreaterThan(4500);
  expect(waited).toBeLessThan(HELD_SECONDS * 1000);
  expect(changed.status).toBe(201);
}, 240_000);
