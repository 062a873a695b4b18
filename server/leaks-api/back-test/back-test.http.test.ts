import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { caseCalls } from "../../../contract/leaks/cases.ts";
import type { LeakPreset } from "../../../contract/leaks/leak-presets.ts";
import { type BackTest, ruleSettingCalls } from "../../../contract/leaks/rule-settings.ts";
import { derivedRows } from "../../metering/testing/derived-rows.ts";
import { addMeter, addProperty, addUnit } from "../../reporting/testing/places.ts";
import { runRetention } from "../../retention/run-retention.ts";
import { at, type LeakySite, leakySite } from "../testing/leaky-site.ts";

/** The clocks change on the 153rd day, the 1st of November. */
const [BEGIN, END] = [100, 175];

let site: LeakySite;
let settingsPath: string;

/** Gallons in an hour that leak, or flow all the time. */
const leaks: Record<string, (day: number, hour: number) => number> = {
  home: () => 0,
  bath: () => 0,
  // 42 hours that "find more" finds alone.
  small: (day, hour) => (day === 140 || (day === 141 && hour < 18) ? 0.35 : 0),
  // 60 hours that only "fewer alarms" does not find; a person decided that they are no leak.
  middle: (day, hour) => (day === 150 || day === 151 || (day === 152 && hour < 12) ? 0.55 : 0),
  // Over the first day whose hours are kept in the end.
  large: (day) => (day >= 120 ? 3 : 0),
  // Over the change of the clocks.
  toilet: (day) => (day >= 152 && day < 155 ? 0.12 : 0),
  above: (day) => (day >= 152 && day < 155 ? 0.12 : 0),
  // One meter takes the other's place while water leaks.
  old: (day) => (day >= 148 && day < 150 ? 0.55 : 0),
  new: (day) => (day >= 150 && day < 152 ? 0.55 : 0),
  // An ice machine, and a leak beside it from the 140th day on.
  ice: (day) => 2 + (day >= 140 ? 0.3 : 0),
  burst: (day, hour) => (day === 160 && hour >= 2 && hour < 6 ? 40 : 0),
};
const serials = Object.keys(leaks);

const usual = (serial: string, day: number, hour: number) => {
  if (serial === "bath" || serial === "toilet") return hour === 9 ? 1.5 : 0;
  return hour > 6 && hour < 19 ? (hour * 5 + day) % 9 : 0;
};
const isThere = (serial: string, day: number) => (serial === "old" ? day < 150 : serial !== "new" || day >= 150);

beforeAll(async () => {
  site = await leakySite(at(END, 12));
  const { connections } = site.app;
  const property = { id: site.ours.propertyId, timeZone: "America/Chicago" };
  const unit = (name: string) => addUnit(connections, property, "Main", name);
  for (const serial of ["small", "middle", "large", "ice", "burst"]) {
    await addMeter(connections, await unit(serial), "SPOE", serial);
  }
  const bathroom = await unit("bathroom");
  await addMeter(connections, bathroom, "SPOE", "above");
  await addMeter(connections, bathroom, "Toilet", "toilet");
  const swap = await unit("swap");
  await addMeter(connections, swap, "SPOE", "old", { ended_at: at(150, 0) });
  await addMeter(connections, swap, "SPOE", "new", { began_at: at(150, 0) });
  await sql`update meters set continuous_use_expected = true where serial_number = 'ice'`.execute(connections.worker);
  await unit("empty");
  for (let day = BEGIN; day < END; day += 4) {
    await site.send(
      site.ours,
      [day, Math.min(END, day + 4)],
      (serial, of, hour) => (isThere(serial, of) ? usual(serial, of, hour) + (leaks[serial]?.(of, hour) ?? 0) : null),
      serials,
    );
  }
  settingsPath = `/v1/properties/${site.ours.propertyId}/leak-settings`;
  await markMiddle();
}, 120_000);
afterAll(() => site?.app.close());

beforeEach(async () => {
  await save({ preset: null });
});

type Wanted = { preset: LeakPreset | null; settings?: Record<string, number> };

async function markMiddle() {
  const one = (await cases()).find(({ meter_serial_number }) => meter_serial_number === "middle");
  const body = { kind: "not_a_leak", reason: "guests" };
  const answer = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${one?.id}/events`, body);
  expect(answer.status, answer.text).toBe(201);
}

async function cases() {
  const answer = await site.app.ask(site.ours.manager, "GET", "/v1/cases?page_size=50");
  return caseCalls["GET /v1/cases"].response.parse(answer.json()).results;
}

async function preview(wanted: Wanted, path = settingsPath, who: object = site.ours.manager) {
  const answer = await site.app.ask(who, "POST", `${path}/back-test`, wanted);
  expect(answer.status, answer.text).toBe(200);
  return ruleSettingCalls["POST /v1/properties/{property_id}/leak-settings/back-test"].response.parse(answer.json());
}

async function save(wanted: Wanted, path = settingsPath) {
  const answer = await site.app.ask(site.ours.manager, "PUT", path, wanted);
  expect(answer.status, answer.text).toBe(200);
  await site.refresh();
}

const sum = (numbers: number[]) => Math.round(numbers.reduce((all, one) => all + one, 0) * 1000) / 1000;

/** What a back-test says, as far as the list of cases shows it before and after a change. */
async function seenChange(change: () => Promise<void>) {
  const before = await cases();
  await change();
  const after = await cases();
  const row = (one: (typeof before)[number]) => ({
    building_name: one.building_name,
    unit_name: one.unit_name,
    meter_serial_number: one.meter_serial_number,
    leak_type: one.leak_type,
    started_at: one.started_at,
    ended_at: one.ended_at,
    is_not_a_leak: one.state === "not_a_leak",
    gallons: one.total_gallons_leaked,
    cost: one.leak_cost,
  });
  const [was, is] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))];
  return {
    removed: before.filter(({ id }) => !is.has(id)).map((one) => ({ case_id: one.id, ...row(one) })),
    added: after.filter(({ id }) => !was.has(id)).map((one) => ({ case_id: null, ...row(one) })),
    before: { count: before.length, gallons: sum(before.map((one) => one.total_gallons_leaked)) },
    after: { count: after.length, gallons: sum(after.map((one) => one.total_gallons_leaked)) },
  };
}

const byGallons = (a: { gallons: number }, b: { gallons: number }) => b.gallons - a.gallons;

function expectSame(foreseen: BackTest, seen: Awaited<ReturnType<typeof seenChange>>) {
  expect(foreseen.removed_cases).toEqual(seen.removed.toSorted(byGallons));
  expect(foreseen.added_cases).toEqual(seen.added.toSorted(byGallons));
  expect(foreseen.before).toMatchObject(seen.before);
  expect(foreseen.after).toMatchObject(seen.after);
}

async function foresee(wanted: Wanted, change: () => Promise<void>) {
  const foreseen = await preview(wanted);
  expectSame(foreseen, await seenChange(change));
  return {
    removed: foreseen.removed_cases.map(({ meter_serial_number }) => meter_serial_number).toSorted(),
    added: foreseen.added_cases.map(({ meter_serial_number }) => meter_serial_number).toSorted(),
    foreseen,
  };
}

// Covers settings-11
test.each<[Wanted[], { removed: string[]; added: string[] }]>([
  [[{ preset: "find_more" }], { removed: [], added: ["small"] }],
  [[{ preset: "fewer_alarms" }], { removed: ["middle", "old"], added: [] }],
  [[{ preset: "fewer_alarms" }, { preset: null }], { removed: [], added: ["middle", "old"] }],
  [
    [{ preset: "balanced", settings: { floor_gallons: 0.6, long_run_hours: 96 } }],
    { removed: ["middle", "old"], added: [] },
  ],
])("foresees exactly which cases are removed and added when %j is saved", async (steps, { removed, added }) => {
  for (const wanted of steps.slice(0, -1)) await save(wanted);
  const last = steps.at(-1) ?? { preset: null };
  const seen = await foresee(last, () => save(last));
  expect(seen).toMatchObject({ removed: expect.arrayContaining(removed), added: expect.arrayContaining(added) });
  expect(seen.foreseen).toMatchObject({ from: "2026-08-25", until: "2026-11-23", has_readings: true });
});

test("foresees what a preset of the organization does, except to a property with its own", async () => {
  const path = `/v1/organizations/${site.ours.organizationId}/leak-settings`;
  const put = (preset: LeakPreset) => save({ preset, settings: {} }, path);
  await foresee({ preset: "fewer_alarms" }, () => put("fewer_alarms"));
  expect((await preview({ preset: null })).removed.count).toBe(0);
  await save({ preset: "fewer_alarms" });
  const kept = await seenChange(() => put("balanced"));
  expect(kept).toMatchObject({ removed: [], added: [] });
  expect((await foresee({ preset: null }, () => save({ preset: null }))).added).toContain("middle");
});

test("shows what a person decided to be no leak, also where it comes back", async () => {
  const removed = await preview({ preset: "fewer_alarms" });
  expect(removed.removed).toMatchObject({ not_a_leak_count: 1 });
  expect(removed.removed_cases.find(({ is_not_a_leak }) => is_not_a_leak)).toMatchObject({
    meter_serial_number: "middle",
    building_name: "Main",
    unit_name: "middle",
  });
  await save({ preset: "fewer_alarms" });
  expect((await preview({ preset: null })).added).toMatchObject({ not_a_leak_count: 1 });
});

test("prices each day, and leaves all that is stored as it is", async () => {
  const rows = async () => derivedRows(site.app.connections, site.ours.propertyId);
  const before = await rows();
  const { removed, removed_cases } = await preview({ preset: "fewer_alarms" });
  expect(await rows()).toEqual(before);
  expect(removed.cost).toBeCloseTo(removed.gallons * 0.02, 1);
  expect(removed_cases.map(({ gallons }) => gallons)).toEqual(
    removed_cases.map(({ gallons }) => gallons).toSorted((a, b) => b - a),
  );
});

test("a property without readings has no cases", async () => {
  const { connections } = site.app;
  const { organizationId } = site.ours;
  const { id } = await addProperty(connections, { name: "Empty", organization_id: organizationId, time_zone: "UTC" });
  const who = { organizationIds: [organizationId], propertyIds: [id] };
  const found = await preview({ preset: "find_more" }, `/v1/properties/${id}/leak-settings`, who);
  expect(found).toMatchObject({ has_readings: false, before: { count: 0, cost: 0 }, after: { count: 0, gallons: 0 } });
});

test.each([
  [{ preset: "most" }, 422, { preset: ['Give "find_more", "balanced" or "fewer_alarms".'] }],
  [{ preset: null, settings: { floor_gallons: 1 } }, 422, { settings: [expect.stringContaining("Choose a preset")] }],
  [{ preset: "balanced", settings: { floor: 1 } }, 422, { floor: ["There is no setting floor."] }],
])("rejects %j", async (wanted, status, fields) => {
  const answer = await site.app.ask(site.ours.manager, "POST", `${settingsPath}/back-test`, wanted);
  expect(answer.status).toBe(status);
  expect(answer.json()).toMatchObject(fields);
});

test("only administrators of the property's organization preview and save", async () => {
  for (const [method, path] of [
    ["POST", "/back-test"],
    ["PUT", ""],
    ["GET", ""],
  ] as const) {
    const ask = (who: object) =>
      site.app.ask(who, method, `${settingsPath}${path}`, method === "GET" ? undefined : { preset: null });
    expect((await ask(site.theirs.manager)).status).toBe(404);
    expect((await ask({ ...site.ours.manager, role: "organization member" })).status).toBe(403);
  }
});

test("previews wait for each other, and are refused beyond a few", async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      site.app.ask(site.ours.manager, "POST", `${settingsPath}/back-test`, { preset: null }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});

// The last one: the hours are archived afterwards.
test("leaves leaks before the first hours that are kept as they are", async () => {
  const archive = await mkdtemp(join(tmpdir(), "dripline-archive-"));
  try {
    const { connections, clock } = site.app;
    await runRetention(connections, () => clock.now, { hoursMonths: 1, daysMonths: null }, archive);
    const { foreseen, removed } = await foresee({ preset: "fewer_alarms" }, () => save({ preset: "fewer_alarms" }));
    expect(foreseen.hours_kept_from).toBe("2026-10-09");
    expect(removed).toContain("middle");
    await foresee({ preset: "find_more" }, () => save({ preset: "find_more" }));
  } finally {
    await rm(archive, { recursive: true });
  }
});
