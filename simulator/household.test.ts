import { expect, test } from "vitest";
import { type CalendarDay, calendarDay } from "./calendar-day.ts";
import { toiletFlow } from "./fixtures.ts";
import { type Home, makeHome } from "./home.ts";
import { homeFlow } from "./home-water.ts";

const DAYS = 30;
const FIRST = 20_300;

function homes(count: number, vacant: boolean): Home[] {
  const bedrooms = [0, 1, 1, 1, 2, 2, 2, 2, 3, 3];
  return Array.from({ length: count }, (_, number) =>
    makeHome({
      key: `home ${number}`,
      seed: 7,
      bedrooms: bedrooms[number % bedrooms.length],
      vacant,
      visited: true,
      registerCount: 10,
      leaks: { toilets: [], heater: [], plumbing: [] },
    }),
  );
}

const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

function month<Result>(ofDay: (date: CalendarDay) => Result): Result[] {
  return Array.from({ length: DAYS }, (_, day) => ofDay(calendarDay("America/Chicago", FIRST + day)));
}

test("an apartment without leaks uses 120 to 145 gallons a day, a quarter of it in the toilet, in 1 to 5 hours", () => {
  let whole = 0;
  let toilets = 0;
  let minutes = 0;
  const sample = homes(200, false);
  for (const home of sample) {
    month((date) => {
      const flow = homeFlow(home, date);
      whole += total(flow.gallons);
      minutes += total(flow.minutes);
      home.toilets.forEach((_, index) => {
        toilets += total(toiletFlow(home, date, index).gallons);
      });
    });
  }
  const days = sample.length * DAYS;
  expect(whole / days / 1000).toBeGreaterThan(120);
  expect(whole / days / 1000).toBeLessThan(145);
  expect(toilets / whole).toBeGreaterThan(0.2);
  expect(toilets / whole).toBeLessThan(0.3);
  expect(minutes / days / 60).toBeGreaterThan(1);
  expect(minutes / days / 60).toBeLessThan(5);
});

test("nights are mostly without flow: some hours have flow, hardly a day has it in every hour", () => {
  const days = homes(200, false).flatMap((home) => month((date) => homeFlow(home, date).gallons));
  const nightHours = days.flatMap((gallons) => Array.from(gallons.slice(1, 5)));
  const shareRunning = nightHours.filter((gallons) => gallons > 0).length / nightHours.length;
  expect(shareRunning).toBeGreaterThan(0.07);
  expect(shareRunning).toBeLessThan(0.2);
  const never = days.filter((gallons) => gallons.every((hour) => hour > 0)).length / days.length;
  expect(never).toBeLessThan(0.002);
});

test("weekends differ from weekdays", () => {
  const morning = (weekend: boolean) =>
    homes(100, false).reduce((sum, home) => {
      const days = month((date) => ({ date, flow: homeFlow(home, date) })).filter(
        ({ date }) => (date.weekday === 0 || date.weekday === 6) === weekend,
      );
      return sum + days.reduce((part, { flow }) => part + flow.gallons[6], 0) / days.length;
    }, 0);
  expect(morning(true)).toBeLessThan(0.6 * morning(false));
});

test("a vacant unit uses next to nothing", () => {
  const days = homes(200, true).flatMap((home) => month((date) => total(homeFlow(home, date).gallons)));
  const mean = days.reduce((sum, gallons) => sum + gallons, 0) / days.length / 1000;
  expect(mean).toBeGreaterThan(0);
  expect(mean).toBeLessThan(0.2);
});
