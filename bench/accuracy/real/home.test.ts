import { expect, test } from "vitest";
import { withLeak } from "../../../leak-benchmark/leaks/inject.ts";
import { constantLeak } from "../../../leak-benchmark/leaks/shapes.ts";
import { householdRegisters } from "../../../leak-benchmark/testing/household.ts";
import { DAY_MS, HOUR_MS } from "../../../server/time/durations.ts";
import { detect } from "../detection/detector.ts";
import { daysOf, litreMeter } from "../detection/registers.ts";
import { readHome, rerun } from "./home.ts";

const begin = Date.UTC(2016, 2, 1);
const registers = householdRegisters(begin, 60);
const home = readHome("a", registers, "Europe/Madrid");

test("finds no leak in a household without one", () => {
  expect(home.leaks).toEqual([]);
});

test("finds a leak from a checkpoint as from the first reading", () => {
  for (const [day, litresPerHour] of [
    [20, 8],
    [26.3, 4],
    [40.9, 200],
  ] as const) {
    const leak = constantLeak(begin + day * DAY_MS, begin + (day + 6) * DAY_MS, litresPerHour);
    const changed = withLeak(registers, leak);
    const upTo = changed.filter(({ at }) => at <= leak.until + 72 * HOUR_MS);
    const whole = detect(litreMeter, "Europe/Madrid", daysOf(upTo, "Europe/Madrid"), {
      from: null,
      keepCheckpoints: false,
    });
    const again = rerun(home, upTo, leak.from);
    expect(again.leaks).toHaveLength(1);
    expect(again.leaks).toEqual(whole.leaks);
    const reported = again.seen.reduce((sum, hour) => sum + hour.leakGallons, 0);
    expect(reported).toBe(again.leaks[0]?.totalGallons);
  }
});
