import { afterAll, beforeAll, expect, test } from "vitest";
import { caseCalls } from "../../../contract/leaks/cases.ts";
import { at, type LeakySite, leakySite } from "../testing/leaky-site.ts";

let site: LeakySite;
beforeAll(async () => {
  site = await leakySite(at(20));
  await site.send(site.ours, [0, 20], (serial, day, hour) =>
    serial === "bath" ? 0 : (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) + (day >= 12 ? 3 : 0),
  );
});
afterAll(() => site?.app.close());

/** The occupancy of the only case, in the list and on its page. */
async function occupancies(): Promise<unknown[]> {
  const { manager } = site.ours;
  const list = await site.app.ask(manager, "GET", "/v1/cases");
  const [listed] = caseCalls["GET /v1/cases"].response.parse(list.json()).results;
  const whole = await site.app.ask(manager, "GET", `/v1/cases/${listed?.id}`);
  return [listed?.occupancy, caseCalls["GET /v1/cases/{id}"].response.parse(whole.json()).occupancy];
}

async function report(status: string, as_of: string, move_in?: string) {
  const path = `/v1/properties/${site.ours.propertyId}/occupancy`;
  const body = { as_of, rows: [{ unit: "1", status, move_in }] };
  const answer = await site.app.ask(site.ours.manager, "PUT", path, body);
  expect(answer.status, answer.text).toBe(200);
}

test("a case has the occupancy of its unit, as the source has it by today, in list, page and file", async () => {
  expect(await occupancies()).toEqual(["unknown", "unknown"]);
  await report("vacant", "2026-06-10");
  expect(await occupancies()).toEqual(["vacant", "vacant"]);
  await report("vacant", "2026-06-15", "2026-06-18");
  expect(await occupancies()).toEqual(["occupied", "occupied"]);
  const file = await site.app.ask(site.ours.manager, "GET", "/v1/cases/export?file_type=csv&columns=occupancy");
  expect(file.text).toMatch(/Occupancy\r?\nOccupied/);
});
