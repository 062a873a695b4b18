import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leakCalls } from "../../contract/leaks/leaks.ts";
import { leakSettings } from "../leaks/settings/leak-settings.ts";
import { at, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";

let site: LeakySite;
let path: string;
beforeAll(async () => {
  site = await leakySite(at(20));
  path = `/v1/organizations/${site.ours.organizationId}`;
  await site.send(site.ours, [0, 20], (serial, day, hour) =>
    serial === "bath" ? (hour === 9 ? 1.5 : 0) : (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) + (day >= 12 ? 1 : 0),
  );
});
afterAll(() => site?.app.close());

const answerOf = leakCalls["GET /v1/organizations/{id}/leak-settings"].response;

async function put(kind: string, settings: object, who: object = site.ours.manager) {
  const answer = await site.app.ask(who, "PUT", `${path}/${kind}-settings`, { settings });
  return { status: answer.status, body: answer.json() };
}

async function settings(kind: string) {
  const answer = await site.app.ask(site.ours.manager, "GET", `${path}/${kind}-settings`);
  expect(answer.status, answer.text).toBe(200);
  // Those of both kinds.
  return leakCalls["GET /v1/organizations/{id}/metering-settings"].response.parse(answer.json()).settings;
}

async function rulesOf(serial: string) {
  const answer = await site.app.ask(site.ours.manager, "GET", `/v1/leaks?meter=${serial}`);
  return leakCalls["GET /v1/leaks"].response.parse(answer.json()).results.map(({ rules }) => rules);
}

const stored = async () => {
  const rows = await sql<{ leak_settings: object; metering_settings: object }>`
    select leak_settings, metering_settings from organizations
    where id = ${site.ours.organizationId}`.execute(site.app.connections.worker);
  return rows.rows[0];
};

test("lists every threshold with default, unit and meaning", async () => {
  const leak = await settings("leak");
  expect(leak).toHaveLength(Object.keys(leakSettings.shape).length);
  expect(leak.every(({ is_changed, description }) => !is_changed && /\w{3}.*\.$/.test(description))).toBe(true);
  expect(leak.find(({ name }) => name === "floor_above_own_toilet")).toEqual({
    name: "floor_above_own_toilet",
    value: 0.1,
    default: 0.1,
    is_changed: false,
    unit: "gallons",
    rule: "floor",
    rule_name: "Floor",
    label: "On a toilet: how far the lowest hour lies above its own highest such hour",
    description: "Floor on a toilet: how far the lowest hour lies above its own highest such hour.",
  });
  expect(await settings("metering")).toContainEqual({
    name: "most_toilet",
    value: 10,
    default: 10,
    is_changed: false,
    unit: "gallons per minute",
    rule: "most_flow",
    rule_name: "Most flow",
    label: "The most that a toilet's meter can pass",
    description: "The most that a toilet's meter can pass, in gallons a minute.",
  });
});

test("describes them in Spanish", async () => {
  const answer = await site.app.ask(site.ours.manager, "GET", `${path}/leak-settings?language=es`);
  const found = answerOf.parse(answer.json()).settings;
  expect(found.find(({ name }) => name === "floor_above_own_toilet")).toMatchObject({
    rule: "floor",
    rule_name: "Mínimo",
    label: "En un inodoro: cuánto supera la hora más baja a la más alta de las suyas",
    description: "Mínimo en un inodoro: cuánto supera la hora más baja a la más alta de las suyas.",
  });
});

test("stores only changed thresholds, and recalculates leaks", async () => {
  expect((await rulesOf("home"))[0]).toContain("floor");
  const changed = await put("leak", { floor_gallons: 1.25, floor_hours: 26 });
  expect(changed.status).toBe(200);
  expect(answerOf.parse(changed.body).settings.filter(({ is_changed }) => is_changed)).toMatchObject([
    { name: "floor_gallons", value: 1.25, default: 0.45 },
  ]);
  expect(await stored()).toEqual({ leak_settings: { floorGallons: 1250 }, metering_settings: {} });
  await site.refresh();
  expect((await rulesOf("home"))[0]).not.toContain("floor");
  expect((await put("metering", { most_toilet: 12 })).status).toBe(200);
  expect(await stored()).toEqual({ leak_settings: { floorGallons: 1250 }, metering_settings: { mostToilet: 12 } });
  // A setting that is left out is reset to its default.
  expect((await put("leak", {})).status).toBe(200);
  expect((await settings("leak")).some(({ is_changed }) => is_changed)).toBe(false);
  await site.refresh();
  expect((await rulesOf("home"))[0]).toContain("floor");
});

// Covers admin-forms-20
test("rejects unknown or invalid thresholds under their names, and changes nothing", async () => {
  const before = await stored();
  expect(await put("leak", { floor_gallons: -1 })).toMatchObject({
    status: 422,
    body: { floor_gallons: ["floor_gallons must be at least 0, not -1."] },
  });
  expect(await put("leak", { floorGallons: 1 })).toMatchObject({
    status: 422,
    body: { floorGallons: ["There is no setting floorGallons."] },
  });
  expect(await put("leak", { most_toilet: 1 })).toMatchObject({ status: 422 });
  expect(await put("leak", { floor_hours: "x" })).toMatchObject({ status: 422 });
  expect(await put("leak", { floor_hours: 24, floor_night_hours: 7 })).toMatchObject({
    status: 422,
    body: { floor_night_hours: [expect.stringContaining("at most a quarter")] },
  });
  expect(await stored()).toEqual(before);
});

// Covers settings-4
test("the second of two concurrent changes of a threshold gets a conflict", async () => {
  const set = (hours: number, expected: object) =>
    site.app.ask(site.ours.manager, "PUT", `${path}/leak-settings`, {
      settings: { continuous_hours: hours },
      expected,
    });
  const answers = await Promise.all([30, 36].map((hours) => set(hours, { continuous_hours: 24 })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const conflict = await set(40, { continuous_hours: 24, floor_hours: 26 });
  expect(conflict.json()).toMatchObject({ status: 409, code: "changed_meanwhile" });
  expect((await set(40, { continuousHours: 24 })).json()).toMatchObject({
    status: 422,
    expected: ["There is no setting continuousHours."],
  });
  expect((await set(24, { floor_hours: 26 })).status).toBe(200);
});

const propertyPath = () => `/v1/properties/${site.ours.propertyId}/leak-settings`;

async function putOwn(body: object, who: object = site.ours.manager) {
  const answer = await site.app.ask(who, "PUT", propertyPath(), body);
  return { status: answer.status, body: answer.json() };
}

async function versions() {
  const { rows } = await sql<{ inventory_version: number }>`
    select inventory_version from properties where id = ${site.ours.propertyId}`.execute(site.app.connections.worker);
  return rows[0]?.inventory_version ?? 0;
}

// Covers settings-9
test("an organization's preset changes the numbers that were not set, and is stored by its name", async () => {
  const set = await site.app.ask(site.ours.manager, "PUT", `${path}/leak-settings`, {
    preset: "fewer_alarms",
    settings: { floor_gallons: 1, long_run_hours: 72 },
  });
  const { preset, settings: numbers } = answerOf.parse(set.json());
  expect(preset).toBe("fewer_alarms");
  // The preset's own number is no change.
  expect(numbers.filter(({ is_changed }) => is_changed)).toMatchObject([
    { name: "floor_gallons", value: 1, default: 0.675 },
  ]);
  expect(numbers.find(({ name }) => name === "long_run_hours")).toMatchObject({ value: 72, default: 72 });
  expect(await stored()).toMatchObject({ leak_settings: { floorGallons: 1000 } });
  // Who knows nothing of presets leaves it as it is.
  expect((await put("leak", {})).status).toBe(200);
  expect((await settings("leak")).find(({ name }) => name === "floor_gallons")).toMatchObject({ value: 0.675 });
  const back = await site.app.ask(site.ours.manager, "PUT", `${path}/leak-settings`, {
    preset: "balanced",
    settings: {},
    expected_preset: "find_more",
  });
  expect(back.json()).toMatchObject({ status: 409, code: "changed_meanwhile" });
  await site.app.ask(site.ours.manager, "PUT", `${path}/leak-settings`, { preset: "balanced", settings: {} });
});

// Covers settings-10
test("a property's own settings count until they are taken back, whatever its organization's become", async () => {
  const own = await putOwn({ preset: "fewer_alarms", settings: { floor_gallons: 1.25 }, expected_preset: null });
  expect(own).toMatchObject({
    status: 200,
    body: { preset: "fewer_alarms", organization_preset: "balanced", organization_id: site.ours.organizationId },
  });
  await site.refresh();
  expect((await rulesOf("home"))[0]).not.toContain("floor");
  const version = await versions();
  expect((await put("leak", { floor_gallons: 0.4 })).body).toMatchObject({
    properties: [{ property_id: site.ours.propertyId, property_name: "Ours House", preset: "fewer_alarms" }],
  });
  expect(await versions()).toBe(version);
  // Saved again it changes nothing.
  expect((await putOwn({ preset: "fewer_alarms", settings: { floor_gallons: 1.25 } })).status).toBe(200);
  expect(await versions()).toBe(version);
  expect(await putOwn({ preset: null, expected_preset: "find_more" })).toMatchObject({ status: 409 });
  expect(await putOwn({ preset: null, expected: { floor_gallons: 0.675 } })).toMatchObject({ status: 409 });
  const back = await putOwn({ preset: null, expected_preset: "fewer_alarms", expected: { floor_gallons: 1.25 } });
  expect(back).toMatchObject({ status: 200, body: { preset: null } });
  await site.refresh();
  expect((await rulesOf("home"))[0]).toContain("floor");
  await put("leak", {});
});

test("a property's settings move with it, and are recorded in the audit log", async () => {
  await putOwn({ preset: "find_more" });
  const { worker } = site.app.connections;
  const { rows } = await sql<{ before: object; after: object }>`
    select before, after from audit_log where action = 'leak-settings.change' and object_type = 'property'
    order by id desc limit 1`.execute(site.app.connections.accounts);
  expect(rows).toEqual([{ before: { preset: null }, after: { preset: "find_more" } }]);
  const move = (organizationId: number) =>
    sql`update properties set organization_id = ${organizationId} where id = ${site.ours.propertyId}`.execute(worker);
  await move(site.theirs.organizationId);
  const { manager } = site.theirs;
  const theirs = { ...manager, propertyIds: [...manager.propertyIds, site.ours.propertyId] };
  expect((await site.app.ask(theirs, "GET", propertyPath())).json()).toMatchObject({ preset: "find_more" });
  await move(site.ours.organizationId);
  await putOwn({ preset: null });
});

test("only administrators can give a property settings of its own", async () => {
  expect((await putOwn({ preset: null }, site.theirs.manager)).status).toBe(404);
  expect((await putOwn({ preset: null }, { ...site.ours.manager, role: "organization member" })).status).toBe(403);
  expect(await putOwn({ preset: null, settings: { floor_gallons: 1 } })).toMatchObject({
    status: 422,
    body: { settings: [expect.stringContaining("Choose a preset")] },
  });
  expect(await putOwn({ preset: "balanced", settings: { floor_gallons: -1 } })).toMatchObject({ status: 422 });
});

test("only the organization's administrators can change thresholds", async () => {
  expect((await put("leak", {}, site.theirs.manager)).status).toBe(404);
  expect((await put("leak", {}, { ...site.ours.manager, role: "organization member" })).status).toBe(403);
  const unknown = await site.app.ask(site.ours.manager, "GET", "/v1/organizations/999999/metering-settings");
  expect(unknown.status).toBe(404);
});

test("expected continuous use is not a leak until the tag is removed", async () => {
  const tag = (expected: unknown, property = site.ours, who: object = site.ours.manager) =>
    site.app.ask(who, "PUT", `/v1/properties/${property.propertyId}/meters/home/continuous-use`, { expected });
  expect(await rulesOf("home")).toHaveLength(1);
  const tagged = await tag(true);
  expect(tagged.json()).toEqual({
    property_id: site.ours.propertyId,
    meter_serial_number: "home",
    continuous_use_expected: true,
  });
  const marked = await sql`
    select from meters join properties on properties.id = meters.property_id
    where continuous_use_expected and inventory_version > refreshed_version`.execute(site.app.connections.worker);
  expect(marked.rows).toHaveLength(1);
  await site.refresh();
  await tag(false);
  await site.refresh();
  expect(await rulesOf("home")).toHaveLength(1);
  expect((await tag("yes")).status).toBe(422);
  expect((await tag(true, site.theirs)).status).toBe(404);
  const none = { ...site.ours.manager, permissions: [] };
  expect((await tag(true, site.ours, none)).status).toBe(403);
});
