import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../server/time/durations.ts";
import { localDay } from "../server/time/local-day.ts";
import { simulateDay } from "./day.ts";
import { deliverDay } from "./delivery.ts";
import { demoPortfolio } from "./portfolio.ts";
import { arrivalsBetween, pointsOf, receivedDay } from "./received.ts";

const FIRST = 20_300;
const DAYS = 60;
const properties = demoPortfolio(1).flatMap((organization) => organization.properties);
const small = properties.filter((property) => pointsOf(property).length < 60);
const meterDays = properties.flatMap((property) =>
  pointsOf(property)
    .filter((_, index) => index % 12 === 0)
    .flatMap((point) => Array.from({ length: DAYS }, (_, day) => ({ property, point, day: FIRST + day }))),
);

test("loses two to four percent of hours, and most meters are nearly complete", () => {
  const missingByMeter = new Map<string, number>();
  for (const { property, point, day } of meterDays) {
    const { measured } = receivedDay(property, point, day, Number.POSITIVE_INFINITY);
    const missing = measured.gallons.filter((gallons) => gallons === null).length;
    missingByMeter.set(point.serialNumber, (missingByMeter.get(point.serialNumber) ?? 0) + missing);
  }
  const shares = [...missingByMeter.values()].map((missing) => missing / (DAYS * 24)).sort((a, b) => a - b);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  expect(mean).toBeGreaterThan(0.015);
  expect(mean).toBeLessThan(0.045);
  expect(shares[Math.floor(shares.length / 2)]).toBeLessThan(0.03);
});

test("delivers what was measured, except hours sent too early, which are corrected", () => {
  const seen = { lumps: 0, doubled: 0, corrected: 0, late: 0 };
  for (const { property, point, day } of meterDays) {
    const truth = simulateDay(property, point, day);
    const slots = new Map<number, number>();
    const readings = deliverDay(property, point, day);
    for (const reading of readings) {
      const hour = (reading.at - truth.startsAt) / HOUR_MS;
      const measured = truth.gallons.slice(hour, hour + reading.hours).reduce((sum, gallons) => sum + gallons, 0);
      const correctedLater = readings.some((other) => other.at === reading.at && other.sequence > reading.sequence);
      if (correctedLater) expect(reading.gallons).toBeLessThanOrEqual(measured);
      else expect(reading.gallons).toBe(measured);
      expect(reading.arrivesAt).toBeGreaterThan(reading.at + reading.hours * HOUR_MS);
      expect(reading.arrivesAt).toBeLessThan(reading.at + 2 * DAY_MS);
      if (reading.hours > 1) seen.lumps += 1;
      if (reading.sequence > 0) seen.corrected += 1;
      if (slots.get(reading.at) === reading.sequence) seen.doubled += 1;
      if (reading.arrivesAt > reading.at + 8 * HOUR_MS) seen.late += 1;
      slots.set(reading.at, reading.sequence);
    }
    const { measured } = receivedDay(property, point, day, Number.POSITIVE_INFINITY);
    measured.gallons.forEach((gallons, hour) => {
      if (gallons !== null) expect(gallons).toBe(truth.gallons[hour]);
    });
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
});

test("hourly arrivals equal those of the whole span and of each day", () => {
  const [property] = small;
  const from = Date.UTC(2025, 7, 1, 5, 30);
  const until = from + 5 * DAY_MS;
  const hours = Array.from({ length: 5 * 24 }, (_, hour) => from + hour * HOUR_MS);
  const byHour = hours.flatMap((hour) => arrivalsBetween(property, hour, hour + HOUR_MS));
  expect(byHour).toEqual(arrivalsBetween(property, from, until));
  const day = 20_303;
  const date = localDay(property.timeZone, day);
  for (const point of pointsOf(property)) {
    const { measured } = receivedDay(property, point, day, until);
    const known = measured.gallons.flatMap((gallons, hour) =>
      gallons === null ? [] : [date.startsAt + hour * HOUR_MS],
    );
    const arrived = byHour.filter(
      ({ serialNumber, at, hours }) =>
        serialNumber === point.serialNumber && hours === 1 && at >= date.startsAt && at < date.startsAt + DAY_MS,
    );
    expect([...new Set(arrived.map(({ at }) => at))].sort()).toEqual(known);
  }
});

test("delivers nothing from the future", () => {
  const { property, point } = meterDays[0];
  const { startsAt } = localDay(property.timeZone, FIRST);
  const { measured } = receivedDay(property, point, FIRST, startsAt + 10.5 * HOUR_MS);
  expect(measured.gallons.slice(10).every((gallons) => gallons === null)).toBe(true);
  expect(measured.gallons.slice(0, 9).some((gallons) => gallons !== null)).toBe(true);
});
