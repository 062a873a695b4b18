import { afterAll, beforeAll, expect, test } from "vitest";
import { leakCalls } from "../../contract/leaks/leaks.ts";
import { portfolioSavingsCalls } from "../../contract/portfolio/portfolio-savings.ts";
import { addMeter } from "../reporting/testing/places.ts";
import { at, type LeakySite, leakySite } from "./testing/leaky-site.ts";

let site: LeakySite;

/** Gallons an hour that the home loses while its toilet loses half a gallon of them: all of it that, or more. */
const HOME = { ours: 0.5, theirs: 0.75 };

beforeAll(async () => {
  site = await leakySite(at(20));
  for (const name of ["ours", "theirs"] as const) {
    await site.send(site[name], [0, 20], (serial, day, hour) => {
      const leaks = day >= 10 && day < 14;
      return use(serial, hour) + (leaks ? (serial === "bath" ? 0.5 : HOME[name]) : 0);
    });
  }
});
afterAll(() => site?.app.close());

/** Gallons in an hour without a leak. */
function use(serial: string, hour: number): number {
  if (serial === "bath") return hour === 9 ? 1.5 : 0;
  return hour > 6 && hour < 19 ? (hour * 5) % 9 : 0;
}

const JUNE = "start_date=2026-06-01&end_date=2026-06-20";

async function savings(who: object, { app } = site) {
  const answer = await app.ask(who, "GET", `/v1/reporting/portfolio-insights/savings?${JUNE}`);
  expect(answer.status, answer.text).toBe(200);
  return portfolioSavingsCalls["GET /v1/reporting/portfolio-insights/savings"].response.parse(answer.json());
}

/** Gallons that each leak saves for itself. */
async function rows(who: object, { app } = site) {
  const answer = await app.ask(who, "GET", `/v1/leaks?${JUNE}&stopped_by=rule&ordering=total_gallons_leaked`);
  expect(answer.status, answer.text).toBe(200);
  const { results } = leakCalls["GET /v1/leaks"].response.parse(answer.json());
  return results.map(({ meter_serial_number, saved }) => [meter_serial_number, saved?.gallons]);
}

// Covers cockpit-11
test("counts the savings of a toilet's leak that the unit's meter also measured once", async () => {
  // Six days since the end of day 13, of 12 gallons each.
  expect(new Set(await rows(site.ours.manager))).toEqual(
    new Set([
      ["bath", 72],
      ["home", 72],
    ]),
  );
  const { ended } = await savings(site.ours.manager);
  expect(ended).toMatchObject({
    leaks: 2,
    held: 2,
    gallons_saved: 72,
    dollars_saved: 1.44,
    gallons_seen_twice: 72,
    dollars_seen_twice: 1.44,
  });
});

test("counts what the unit's meter measured beyond its toilet in addition, and units add up", async () => {
  expect(await rows(site.theirs.manager)).toEqual([
    ["bath", 72],
    ["home", 108],
  ]);
  expect(await savings(site.theirs.manager)).toMatchObject({ ended: { gallons_saved: 108, dollars_saved: 1.62 } });
  const both = {
    organizationIds: [site.ours.organizationId, site.theirs.organizationId],
    propertyIds: [site.ours.propertyId, site.theirs.propertyId],
  };
  expect(await savings(both)).toMatchObject({
    ended: { leaks: 4, gallons_saved: 180, dollars_saved: 3.06, gallons_seen_twice: 144 },
  });
});

test("counts a building meter beyond its units and irrigation, and irrigation in full", async () => {
  const large = await leakySite(at(20));
  try {
    const { connections } = large.app;
    const property = { id: large.ours.propertyId, timeZone: "America/Chicago" };
    const building = { property, buildingId: large.ours.buildingId, unitId: null };
    await addMeter(connections, building, "Building", "master");
    await addMeter(connections, building, "Irrigation", "garden");
    const serials = ["home", "bath", "garden", "master"];
    await large.send(
      large.ours,
      [0, 20],
      (serial, day, hour) => {
        const leaks = day >= 10 && day < 14;
        if (serial === "master") return (hour === 12 ? 60 : 30) + (leaks ? 50 : 0);
        if (serial === "garden") return (hour === 5 ? 20 : 0) + (leaks ? 2 : 0);
        return use(serial, hour) + (leaks ? (serial === "bath" ? 0.5 : 0.75) : 0);
      },
      serials,
    );
    const each = await rows(large.ours.manager, large);
    expect(each.slice(0, 3)).toEqual([
      ["bath", 72],
      ["home", 108],
      ["garden", 288],
    ]);
    const [, master = 0] = each[3] ?? [];
    // The building's leak ends four hours later: until then the garden saves two gallons an hour and the home 0.75.
    const { ended } = await savings(large.ours.manager, large);
    expect(ended.gallons_saved).toBe(Number(master) + 4 * 2.75);
    expect(ended).toMatchObject({ leaks: 4, gallons_seen_twice: 72 + 108 + 288 - 4 * 2.75 });
  } finally {
    await large.app.close();
  }
});
