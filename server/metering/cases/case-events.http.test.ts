import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { caseCalls } from "../../../contract/leaks/cases.ts";
import { portfolioSavingsCalls } from "../../../contract/portfolio/portfolio-savings.ts";
import { at, type LeakySite, leakySite } from "../../leaks-api/testing/leaky-site.ts";
import { markSilent } from "../refresher.ts";

let site: LeakySite;
beforeEach(async () => {
  site = await leakySite(at(0));
}, 60_000);
afterEach(() => site?.app.close());

/** A household without a leak: nothing at night. */
const usual = (hour: number) => (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0);

/** Three gallons an hour through the home's meter on these days, and on those of the toilet through both. */
const leakOn =
  (isLeaking: (day: number) => boolean, isToilet = isLeaking) =>
  (serial: string, day: number, hour: number) =>
    serial === "bath" ? (isToilet(day) ? 3 : 0) + (hour === 9 ? 1.5 : 0) : usual(hour) + (isLeaking(day) ? 3 : 0);

const setClock = (day: number, hour = 0) => {
  site.app.clock.now = Date.parse(at(day, hour));
};

async function cases() {
  const answer = await site.app.ask(site.ours.manager, "GET", "/v1/cases?ordering=started_at");
  expect(answer.status, answer.text).toBe(200);
  return caseCalls["GET /v1/cases"].response.parse(answer.json()).results;
}

async function theCase() {
  const found = (await cases()).at(-1);
  if (found === undefined) throw new Error("There is no case.");
  return readCase(found.id);
}

async function readCase(id: number) {
  const answer = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return caseCalls["GET /v1/cases/{id}"].response.parse(answer.json());
}

async function report(id: number, event: object) {
  const answer = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${id}/events`, event);
  expect(answer.status, answer.text).toBe(201);
  return caseCalls["POST /v1/cases/{id}/events"].response.parse(answer.json());
}

describe("a leak of the whole unit that turns out to be the toilet's", () => {
  test("keeps its case, with what was reported about it, and leaves an earlier case as it was", async () => {
    const isLeaking = (day: number) => (day >= 10 && day < 20) || day >= 70;
    const gallons = leakOn(isLeaking, (day) => day >= 70);
    setClock(20);
    await site.send(site.ours, [0, 20], gallons);
    const first = await theCase();
    await report(first.id, { kind: "fixed", at: at(20) });
    setClock(72);
    await site.send(site.ours, [20, 70], gallons);
    await site.send(site.ours, [70, 72], gallons, ["home"]);
    const second = await theCase();
    expect(second).toMatchObject({ leak_type: "other leak", started_at: at(70) });
    await report(second.id, { kind: "acknowledged", note: "Looks like the toilet" });
    setClock(73);
    await site.send(site.ours, [72, 73], gallons, ["home"]);
    await report(second.id, { kind: "fixed", at: at(72, 23) });
    setClock(74);
    await site.send(site.ours, [70, 73], gallons, ["bath"]);
    expect((await cases()).map(({ id, leak_type, state }) => ({ id, leak_type, state }))).toEqual([
      { id: first.id, leak_type: "other leak", state: "verified" },
      { id: second.id, leak_type: "toilet leak", state: "fix_reported" },
    ]);
    expect((await readCase(first.id)).events.map(({ kind }) => kind)).toEqual(["fixed"]);
    expect((await readCase(second.id)).events.map(({ kind }) => kind)).toEqual(["acknowledged", "fixed"]);
  });
});

test("a fix that is reported again once the leak was over leaves the verification and savings to the first", async () => {
  const gallons = leakOn((day) => day >= 10 && day < 20);
  setClock(20);
  await site.send(site.ours, [0, 20], gallons);
  const { id } = await theCase();
  await report(id, { kind: "fixed", at: at(19, 23), cost: 20 });
  setClock(21, 12);
  await report(id, { kind: "fixed", at: at(21, 6), cost: 5 });
  await site.send(site.ours, [20, 21], gallons);
  const verified = { state: "verified", fixed_at: at(19, 23), over_at: at(21), gallons_saved: 72 };
  expect(await readCase(id)).toMatchObject(verified);
  const body = { property_id: site.ours.propertyId, meter: "bath", repaired_at: at(21, 8), note: "" };
  const marked = await site.app.ask(site.ours.manager, "POST", "/v1/leaks/repaired", body);
  expect(marked.status, marked.text).toBe(201);
  expect(await readCase(id)).toMatchObject(verified);
  const path = "/v1/reporting/portfolio-insights/savings?start_date=2026-06-22&end_date=2026-06-22";
  const savings = await site.app.ask(site.ours.manager, "GET", path);
  expect(savings.status, savings.text).toBe(200);
  // What was spent on the day of the second report counts there.
  expect(
    portfolioSavingsCalls["GET /v1/reporting/portfolio-insights/savings"].response.parse(savings.json()),
  ).toMatchObject({
    verified: { repair_cost: 5 },
  });
});

test.each([7, 60])("not a leak stays so when its meter's silence of %i days ends it", async (silentDaysToClose) => {
  await sql`update organizations set leak_settings = ${JSON.stringify({ silentDaysToClose })}
    where id = ${site.ours.organizationId}`.execute(site.app.connections.worker);
  setClock(20);
  await site.send(
    site.ours,
    [0, 20],
    leakOn((day) => day >= 10),
  );
  const { id } = await theCase();
  setClock(20 + silentDaysToClose - 1);
  await report(id, { kind: "not_a_leak", reason: "guests" });
  setClock(20 + silentDaysToClose + 2);
  await markSilent(site.app.connections, () => site.app.clock.now);
  await site.refresh();
  expect(await readCase(id)).toMatchObject({ ended_at: at(20), state: "not_a_leak", events: [{ kind: "not_a_leak" }] });
});

test("each return of a leak is notified", async () => {
  const isLeaking = (day: number) => (day >= 10 && day < 20) || (day >= 24 && day < 27) || day >= 34;
  setClock(20);
  await site.send(site.ours, [0, 20], leakOn(isLeaking));
  const { id } = await theCase();
  const returns = async () => {
    const { rows } = await sql`select from outbox where kind = 'case returned' and case_id = ${id}`.execute(
      site.app.connections.worker,
    );
    return rows.length;
  };
  await report(id, { kind: "fixed", at: at(20) });
  setClock(24);
  await site.send(site.ours, [20, 24], leakOn(isLeaking));
  expect([(await theCase()).state, await returns()]).toEqual(["verified", 0]);
  setClock(27);
  await site.send(site.ours, [24, 27], leakOn(isLeaking));
  expect([(await theCase()).state, await returns()]).toEqual(["returned", 1]);
  setClock(34);
  await site.send(site.ours, [27, 34], leakOn(isLeaking));
  expect([(await theCase()).state, await returns()]).toEqual(["ended", 1]);
  setClock(37);
  await site.send(site.ours, [34, 37], leakOn(isLeaking));
  expect([(await theCase()).state, await returns()]).toEqual(["returned", 2]);
});
