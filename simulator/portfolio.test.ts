import { expect, test } from "vitest";
import { HOUR_MS } from "../server/time/durations.ts";
import { localDay } from "../server/time/local-day.ts";
import { bulkPortfolio } from "./bulk.ts";
import { calendarDay } from "./calendar-day.ts";
import { homeFlow } from "./home-water.ts";
import { isGatewayUp } from "./outages.ts";
import type { SimulatedProperty } from "./places.ts";
import { demoPortfolio } from "./portfolio.ts";
import { pointsOf, receivedDay } from "./received.ts";
import { trueLeakGallons, trueLeaks } from "./truth.ts";

const demo = demoPortfolio(2);
const properties = demo.flatMap((organization) => organization.properties);
const units = (property: SimulatedProperty) => property.buildings.flatMap((building) => building.units);

test("three organizations, fifteen properties, 600 units, about 1,500 meters of every kind", () => {
  expect(demo.filter((organization) => organization.isDefault)).toHaveLength(1);
  expect([demo.length, properties.length, properties.flatMap(units).length]).toEqual([3, 15, 600]);
  const points = properties.flatMap(pointsOf);
  expect(points.length).toBeGreaterThan(1400);
  expect(points.length).toBeLessThan(1600);
  expect(new Set(points.map((point) => point.serialNumber)).size).toBe(points.length);
  expect(new Set(points.map((point) => point.attachedTo)).size).toBe(6);
  const share = points.filter((point) => !point.reportsFlow).length / points.length;
  expect(share).toBeGreaterThan(0.02);
  expect(share).toBeLessThan(0.2);
  const gateways = properties.flatMap((property) => property.gateways.map((gateway) => gateway.serial));
  expect(new Set(gateways).size).toBe(gateways.length);
});

interface Month {
  leakingUnits: number;
  leakPercent: number | null;
}

/** Units leaking at the end of a month, and the leaks' part of its water. */
function month(property: SimulatedProperty, lastDay: number): Month {
  const from = localDay(property.timeZone, lastDay - 29).startsAt;
  const to = localDay(property.timeZone, lastDay + 1).startsAt;
  const leaks = trueLeaks(property, lastDay - 29, lastDay).filter((leak) => leak.unitName !== null);
  const leaked = leaks.reduce((sum, leak) => sum + trueLeakGallons(leak, from, to), 0);
  let used = 0;
  for (let day = lastDay - 29; day <= lastDay; day += 1) {
    const date = calendarDay(property.timeZone, day);
    for (const unit of units(property)) used += homeFlow(unit.home, date).gallons.reduce((sum, hour) => sum + hour, 0);
  }
  const running = leaks.filter((leak) => leak.to === null).map((leak) => `${leak.buildingName} ${leak.unitName}`);
  return { leakingUnits: new Set(running).size, leakPercent: used === 0 ? null : (leaked / used) * 100 };
}

function classOf(percent: number | null): string {
  if (percent === null) return "zero_usage";
  return percent < 10 ? "on_track" : percent < 25 ? "opportunities" : "critical";
}

test.each([20_580, 20_660, 20_820])(
  "has every class of property on day %i, and leaks in one unit of 10 to 25",
  (day) => {
    const months = properties.map((property) => ({ property, ...month(property, day) }));
    const lines = months.map(
      ({ property, leakPercent, leakingUnits }) =>
        `${property.key.padEnd(20)} ${leakPercent?.toFixed(1).padStart(5) ?? "    -"} %  ${leakingUnits} of ${units(property).length} units  ${classOf(leakPercent)}`,
    );
    console.info(`Last 30 days to day ${day}\n${lines.join("\n")}`);
    const classes = new Set(months.map(({ leakPercent }) => classOf(leakPercent)));
    expect([...classes].sort()).toEqual(["critical", "on_track", "opportunities", "zero_usage"]);
    const leaking = months.reduce((sum, { leakingUnits }) => sum + leakingUnits, 0) / 600;
    expect(leaking).toBeGreaterThan(0.04);
    expect(leaking).toBeLessThan(0.1);
  },
);

test("leaks begin in every week, and are repaired", () => {
  for (let day = 20_500; day < 20_700; day += 7) {
    const leaks = properties.flatMap((property) => trueLeaks(property, day - 6, day));
    const since = localDay("America/Chicago", day - 6).startsAt;
    expect(leaks.filter((leak) => leak.from >= since).length).toBeGreaterThan(2);
    expect(leaks.filter((leak) => leak.to !== null).length).toBeGreaterThan(2);
  }
});

test("one gateway stops sending four days before the demo is loaded", () => {
  const loadedOn = 20_600;
  const loaded = demoPortfolio(2, loadedOn).flatMap((organization) => organization.properties);
  const now = localDay("America/Chicago", loadedOn).startsAt + 15 * HOUR_MS;
  const silent = loaded.filter((property) => property.gateways.some((gateway) => gateway.silentFrom !== null));
  expect(silent).toHaveLength(1);
  const [property] = silent;
  expect(property.gateways.map((gateway) => isGatewayUp(gateway, now))).not.toContain(true);
  const read = (day: number) =>
    pointsOf(property).filter((point) =>
      receivedDay(property, point, day, now).measured.gallons.some((g) => g !== null),
    );
  expect(read(loadedOn - 2)).toHaveLength(0);
  expect(read(loadedOn - 10).length).toBeGreaterThan(0.9 * pointsOf(property).length);
});

test("bulk portfolios have the requested size", () => {
  const bulk = bulkPortfolio(3, { organizations: 4, properties: 10, unitsPerProperty: 20 });
  const all = bulk.flatMap((organization) => organization.properties);
  expect([bulk.length, all.length, all.flatMap(units).length]).toEqual([4, 10, 200]);
  const serials = all.flatMap(pointsOf).map((point) => point.serialNumber);
  expect(new Set(serials).size).toBe(serials.length);
});
