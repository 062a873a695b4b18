import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { instantsAt } from "./local-time.ts";

const zones = ["America/Chicago", "Europe/Madrid", "Asia/Kolkata", "Australia/Lord_Howe", "America/Santiago", "UTC"];

/** What clocks in a zone show at an instant, as if it were UTC. */
function localTimeAt(timeZone: string, at: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toZonedDateTime("UTC").epochMilliseconds;
}

test("maps the local time of every instant back to it", () => {
  const seconds = fc.integer({ min: Date.UTC(2012, 0, 1) / 1000, max: Date.UTC(2026, 11, 31) / 1000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), seconds, (timeZone, second) => {
      const instants = instantsAt(timeZone, localTimeAt(timeZone, second * 1000));
      expect(instants).toContain(second * 1000);
      for (const at of instants) expect(localTimeAt(timeZone, at)).toBe(localTimeAt(timeZone, second * 1000));
    }),
    { numRuns: 400 },
  );
});

test.each([
  ["Europe/Madrid", "2016-10-30T02:30", ["2016-10-30T00:30Z", "2016-10-30T01:30Z"]],
  ["Europe/Madrid", "2016-03-27T02:30", []],
  ["Europe/Madrid", "2016-03-27T03:00", ["2016-03-27T01:00Z"]],
  ["Australia/Lord_Howe", "2026-04-05T01:45", ["2026-04-04T14:45Z", "2026-04-04T15:15Z"]],
  ["America/Santiago", "2026-09-06T00:30", []],
])("%s %s", (timeZone, local, instants) => {
  expect(instantsAt(timeZone, Date.parse(`${local}Z`))).toEqual(instants.map((text) => Date.parse(text)));
});
