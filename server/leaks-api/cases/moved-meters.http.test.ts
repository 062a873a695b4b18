import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { placeCalls } from "../../../contract/inventory/places.ts";
import { caseCalls } from "../../../contract/leaks/cases.ts";
import { leakCalls } from "../../../contract/leaks/leaks.ts";
import { portfolioSavingsCalls } from "../../../contract/portfolio/portfolio-savings.ts";
import { topLeakCalls } from "../../../contract/reporting/top-leaks.ts";
import { at, type LeakySite, leakySite } from "../testing/leaky-site.ts";

let site: LeakySite;
beforeEach(async () => {
  site = await leakySite(at(20));
}, 60_000);
afterEach(() => site?.app.close());

/** A household without a leak: nothing at night. */
const usual = (hour: number) => (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0);

/** The toilet leaks three gallons an hour from day 10 to the given one, which run through the home's meter. */
const leakUntil = (until: number) => (serial: string, day: number, hour: number) => {
  const leak = day >= 10 && day < until ? 3 : 0;
  return serial.startsWith("bath") ? leak + (hour === 9 ? 1.5 : 0) : usual(hour) + leak;
};

/** The meter's water of days, and nothing that leaks elsewhere. */
const leaksOn =
  (spans: [from: number, until: number, rate: number][]) => (_serial: string, day: number, hour: number) =>
    usual(hour) + (spans.find(([from, until]) => day >= from && day < until)?.[2] ?? 0);

async function cases(query = "") {
  const answer = await site.app.ask(site.ours.manager, "GET", `/v1/cases?ordering=started_at&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return caseCalls["GET /v1/cases"].response.parse(answer.json()).results;
}

async function theCase() {
  const [found, ...others] = await cases();
  if (found === undefined || others.length > 0) throw new Error(`There are ${others.length + 1} cases, or none.`);
  return found;
}

async function fixed(id: number, when: string) {
  const answer = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${id}/events`, { kind: "fixed", at: when });
  expect(answer.status, answer.text).toBe(201);
}

const setClock = (day: number, hour = 0) => {
  site.app.clock.now = Date.parse(at(day, hour));
};

async function swap(serial: string, swapped_at: string) {
  const who = { ...site.ours.manager, role: "organization admin" as const };
  const answer = await site.app.ask(who, "POST", `/v1/properties/${site.ours.propertyId}/repairs`, {
    kind: "swap",
    reason: "Broken.",
    meter_serial_number: serial,
    swapped_at,
    new_meter: { serial_number: `${serial}-2` },
  });
  expect(answer.status, answer.text).toBe(200);
  await site.refresh();
}

const calls = "/v1/admin/staff/inventory/properties/{property_id}";

async function inventory(method: "POST" | "PUT", path: string, body: object): Promise<unknown> {
  const staff = { ...site.ours.manager, isStaff: true, role: "IONAdmin" as const };
  const base = `/v1/admin/staff/inventory/properties/${site.ours.propertyId}`;
  const answer = await site.app.ask(staff, method, `${base}/${path}`, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  await site.refresh();
  return answer.json();
}

async function addBuilding(name: string) {
  return placeCalls[`POST ${calls}/buildings`].response.parse(await inventory("POST", "buildings", { name })).id;
}

async function addUnit(name: string, building_id = site.ours.buildingId) {
  const body = { building_id, name, bedrooms: 1 };
  return placeCalls[`POST ${calls}/units`].response.parse(await inventory("POST", "units", body)).id;
}

async function addPoint(unit_id: number | null, attached_to: string, building_id = site.ours.buildingId) {
  const body = { building_id, unit_id, attached_to, label: "" };
  return placeCalls[`POST ${calls}/points`].response.parse(await inventory("POST", "points", body)).id;
}

async function place(serial: string, pointId: number) {
  const { rows } = await sql<{ id: number }>`
    select id::int from meters where property_id = ${site.ours.propertyId} and serial_number = ${serial}`.execute(
    site.app.connections.worker,
  );
  await inventory("PUT", `meters/${rows[0]?.id}/place`, { point_id: pointId });
}

async function leaksOfBath() {
  const answer = await site.app.ask(site.ours.manager, "GET", "/v1/leaks?meter=bath&ordering=started_at");
  expect(answer.status, answer.text).toBe(200);
  return leakCalls["GET /v1/leaks"].response.parse(answer.json()).results;
}

async function leakingUnits() {
  const path = "/v1/reporting/top-leak-volume/units";
  const answer = await site.app.ask(
    site.ours.manager,
    "GET",
    `${path}?start_date=2026-06-01&end_date=2026-07-10&ordering=unit_name`,
  );
  expect(answer.status, answer.text).toBe(200);
  return topLeakCalls[`GET ${path}`].response.parse(answer.json()).results;
}

describe("a meter that is swapped while it leaks", () => {
  beforeEach(async () => {
    setClock(15, 1);
    await site.send(site.ours, [0, 15], leakUntil(20));
    await swap("bath", at(15));
  });

  test("hands its leak on to the next one, whose rate alone counts", async () => {
    setClock(20);
    await site.send(site.ours, [15, 20], leakUntil(20), ["home", "bath-2"]);
    expect(await theCase()).toMatchObject({ flow: "running", started_at: at(10), ended_at: null, gallons_per_day: 72 });
  });

  test("and is fixed later is verified on the next one", async () => {
    setClock(20);
    await site.send(site.ours, [15, 20], leakUntil(20), ["home", "bath-2"]);
    await fixed((await theCase()).id, at(19, 23));
    setClock(30);
    await site.send(site.ours, [20, 30], leakUntil(20), ["home", "bath-2"]);
    expect(await theCase()).toMatchObject({
      state: "verified",
      flow: "stopped",
      ended_at: at(20),
      over_at: at(21),
      gallons_saved: 720,
    });
  });

  test("is over as soon as another meter measured its end", async () => {
    await fixed((await theCase()).id, at(15));
    setClock(25);
    await site.send(site.ours, [15, 25], leakUntil(15), ["home", "bath-2"]);
    expect(await theCase()).toMatchObject({ state: "verified", ended_at: at(15), over_at: at(16), gallons_saved: 720 });
  });
});

describe("the only meter of a unit that is swapped while it leaks", () => {
  beforeEach(async () => {
    setClock(15, 1);
    await site.send(site.ours, [0, 15], leaksOn([[10, 15, 3]]), ["home"]);
    await fixed((await theCase()).id, at(14, 23));
    await swap("home", at(15));
  });

  test("leaves its case open until the rules had time to find the leak on the next one", async () => {
    setClock(17);
    await site.send(site.ours, [15, 17], leaksOn([]), ["home-2"]);
    expect(await theCase()).toMatchObject({ state: "fix_reported", flow: "paused", ended_at: at(15), over_at: null });
    setClock(30);
    await site.send(site.ours, [17, 30], leaksOn([]), ["home-2"]);
    expect(await theCase()).toMatchObject({ state: "verified", over_at: at(18), gallons_saved: 1080 });
  });

  test("leaves its case open when the next one goes on leaking", async () => {
    setClock(30);
    await site.send(site.ours, [15, 30], leaksOn([[15, 30, 3]]), ["home-2"]);
    expect(await theCase()).toMatchObject({ state: "returned", flow: "running", gallons_per_day: 72 });
  });
});

test("the leak of a common meter that is swapped is not over while the next one leaks", async () => {
  setClock(15, 1);
  await place("home", await addPoint(null, "Irrigation"));
  setClock(30);
  await site.send(site.ours, [15, 30], leaksOn([[25, 40, 4]]), ["home"]);
  await swap("home", at(30));
  setClock(36);
  await site.send(site.ours, [30, 36], leaksOn([[25, 40, 4]]), ["home-2"]);
  expect(await cases()).toMatchObject([
    { meter_serial_number: "home", ended_at: at(30), over_at: null },
    { meter_serial_number: "home-2", started_at: at(30), ended_at: null },
  ]);
  setClock(45);
  await site.send(site.ours, [36, 45], leaksOn([[25, 40, 4]]), ["home-2"]);
  expect(await cases()).toMatchObject([
    { meter_serial_number: "home", over_at: at(43) },
    { meter_serial_number: "home-2", over_at: at(41) },
  ]);
});

test("a verified fix goes on saving when all meters of its unit are swapped", async () => {
  setClock(24);
  await site.send(site.ours, [0, 24], leakUntil(20));
  await fixed((await theCase()).id, at(19, 23));
  for (const serial of ["home", "bath"]) await swap(serial, at(22));
  setClock(60);
  await site.send(site.ours, [22, 60], leakUntil(20), ["home-2", "bath-2"]);
  expect(await theCase()).toMatchObject({ state: "verified", gallons_saved: 2160 });
});

test("what a meter measures at its next place verifies nothing and saves nothing at the one before", async () => {
  await site.send(site.ours, [0, 20], leaksOn([[10, 20, 3]]), ["home"]);
  const next = await addPoint(await addUnit("2"), "SPOE");
  await fixed((await theCase()).id, at(19, 23));
  await place("home", next);
  setClock(40);
  await site.send(site.ours, [20, 40], leaksOn([]), ["home"]);
  expect(await theCase()).toMatchObject({
    unit_name: "1",
    state: "cannot_verify",
    flow: "no_data",
    ended_at: at(20),
    over_at: null,
    gallons_saved: null,
  });
});

test("a fix that was verified saves nothing after its meter has moved", async () => {
  setClock(25);
  await site.send(site.ours, [0, 25], leaksOn([[10, 20, 3]]), ["home"]);
  await fixed((await theCase()).id, at(19, 23));
  await place("home", await addPoint(await addUnit("2"), "SPOE"));
  setClock(40);
  await site.send(site.ours, [25, 40], leaksOn([]), ["home"]);
  expect(await theCase()).toMatchObject({ state: "verified", gallons_saved: 360 });
});

describe("a meter that moves", () => {
  test("to another unit leaves its leak there, and finds that of the next", async () => {
    await site.send(site.ours, [0, 20], leaksOn([[10, 20, 3]]), ["home"]);
    await place("home", await addPoint(await addUnit("2"), "SPOE"));
    setClock(40);
    await site.send(site.ours, [20, 40], leaksOn([[20, 40, 5]]), ["home"]);
    expect(await cases()).toMatchObject([
      { unit_name: "1", started_at: at(10), ended_at: at(20), gallons_per_day: 72, total_gallons_leaked: 720 },
      { unit_name: "2", started_at: at(20), ended_at: null, gallons_per_day: 120, total_gallons_leaked: 2400 },
    ]);
    expect(await leakingUnits()).toMatchObject([
      { unit_name: "1", leak_type: "other leak", gallons_leaked: 720, total_gallons_leaked: 720 },
      { unit_name: "2", leak_type: "other leak", gallons_leaked: 2400, total_gallons_leaked: 2400 },
    ]);
  });

  test("from a unit to irrigation has cases of both", async () => {
    await site.send(site.ours, [0, 20], leaksOn([[10, 18, 3]]), ["home"]);
    await place("home", await addPoint(null, "Irrigation"));
    setClock(40);
    await site.send(site.ours, [20, 40], leaksOn([[26, 32, 5]]), ["home"]);
    expect(await cases()).toMatchObject([
      { unit_name: "1", attached_to: "SPOE", started_at: at(10), ended_at: at(18), total_gallons_leaked: 576 },
      { unit_name: null, attached_to: "Irrigation", started_at: at(26), ended_at: at(32), total_gallons_leaked: 720 },
    ]);
    expect((await leakingUnits()).map((row) => [row.unit_name, row.gallons_leaked, row.total_gallons_leaked])).toEqual(
      expect.arrayContaining([
        ["1", 576, 576],
        [null, 720, 720],
      ]),
    );
  });

  test("to a unit takes none of its water into the use since a fix at the irrigation", async () => {
    const irrigation = await addPoint(null, "Irrigation");
    await inventory("POST", "meters", {
      point_id: irrigation,
      serial_number: "sprinkler",
      gateway_serial_number: "G1",
    });
    setClock(28);
    await site.send(site.ours, [0, 28], leaksOn([[10, 18, 3]]), ["sprinkler"]);
    await fixed((await theCase()).id, at(17, 23));
    await place("sprinkler", await addPoint(await addUnit("2"), "SPOE"));
    setClock(40);
    await site.send(site.ours, [28, 40], (_serial, _day, hour) => 5 * usual(hour), ["sprinkler"]);
    const path = "/v1/reporting/portfolio-insights/savings/cases";
    const query = "start_date=2026-06-01&end_date=2026-07-10";
    const answer = await site.app.ask(site.ours.manager, "GET", `${path}?${query}`);
    const { results } = portfolioSavingsCalls[`GET ${path}`].response.parse(answer.json());
    expect(results).toMatchObject([{ unit_name: null, use_drop: { gallons_per_day: 72 } }]);
  });

  test("from irrigation to a unit leaves its case at the irrigation", async () => {
    const irrigation = await addPoint(null, "Irrigation");
    await inventory("POST", "meters", {
      point_id: irrigation,
      serial_number: "sprinkler",
      gateway_serial_number: "G1",
    });
    await site.send(site.ours, [0, 20], leaksOn([[10, 18, 3]]), ["sprinkler"]);
    const annex = await addBuilding("Annex");
    await place("sprinkler", await addPoint(await addUnit("2", annex), "SPOE", annex));
    setClock(24);
    await site.send(site.ours, [20, 24], leaksOn([]), ["sprinkler"]);
    expect(await cases()).toMatchObject([
      { unit_name: null, attached_to: "Irrigation", started_at: at(10), ended_at: at(18), total_gallons_leaked: 576 },
    ]);
    expect(await cases(`building_id=${site.ours.buildingId}`)).toMatchObject([{ building_name: "Main" }]);
    expect(await cases(`building_id=${annex}`)).toEqual([]);
  });

  test("to a place of another kind has no repair mark of that place at its former one", async () => {
    await site.send(site.ours, [0, 20], leakUntil(18));
    await place("bath", await addPoint(await addUnit("2"), "SPOE"));
    setClock(40);
    await site.send(site.ours, [20, 40], leaksOn([[26, 40, 3]]), ["bath"]);
    const mark = { property_id: site.ours.propertyId, meter: "bath", repaired_at: at(39) };
    const answer = await site.app.ask(site.ours.manager, "POST", "/v1/leaks/repaired", mark);
    expect(answer.status, answer.text).toBe(201);
    expect(await leaksOfBath()).toMatchObject([
      { unit_name: "1", leak_type: "toilet leak", state: "ended", repair: null },
      { unit_name: "2", leak_type: "other leak", state: "repaired", repair: { repaired_at: at(39) } },
    ]);
  });

  test("to another unit and leaks there has not leaked again where it was", async () => {
    await site.send(site.ours, [0, 20], leakUntil(18));
    await place("bath", await addPoint(await addUnit("2"), "Toilet"));
    setClock(40);
    const water = (_serial: string, day: number, hour: number) => (day >= 26 ? 3 : 0) + (hour === 9 ? 1.5 : 0);
    await site.send(site.ours, [20, 40], water, ["bath"]);
    expect(await leaksOfBath()).toMatchObject([
      { unit_name: "1", ended_at: at(18), came_back_at: null },
      { unit_name: "2", started_at: at(26) },
    ]);
  });
});
