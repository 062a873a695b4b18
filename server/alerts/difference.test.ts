import fc from "fast-check";
import { expect, test } from "vitest";
import { timesGrown } from "./causes/leaks.ts";
import type { WantedAlert } from "./causes/wanted-alert.ts";
import { difference, type OpenAlert } from "./difference.ts";

const details = { leak: "toilet leak", gallons_per_day: 1, gallons_total: 2 } as const;
const wantedLeak = (meterId: number, cause: string): WantedAlert => ({
  kind: "leak opened",
  cause,
  meterId,
  unitId: null,
  device: null,
  deviceId: null,
  beganAt: new Date(0),
  details,
});
const openLeak = (id: number, meter_id: number, cause: string): OpenAlert => ({
  id,
  kind: "leak opened",
  cause,
  meter_id,
  details: { gallons_total: 2, gallons_per_day: 1, leak: "toilet leak" },
});

test("keeps an open alert whose leak was recalculated with another start", () => {
  const moved = difference([openLeak(1, 7, "leak 7 b")], [wantedLeak(7, "leak 7 a")], new Set(["leak 7 a"]));
  expect(moved).toMatchObject({ opened: [], closed: [], changed: [{ id: 1, alert: { cause: "leak 7 a" } }] });
});

test("closes the alert of an ended leak, and opens another for the meter's next one", () => {
  const known = new Set(["leak 7 a", "leak 7 b"]);
  const next = difference([openLeak(1, 7, "leak 7 a")], [wantedLeak(7, "leak 7 b")], known);
  expect(next).toMatchObject({ opened: [{ cause: "leak 7 b" }], closed: [1], changed: [] });
});

test("does not take over the alert of another meter", () => {
  const other = difference([openLeak(1, 7, "leak 7 a")], [wantedLeak(8, "leak 8 a")], new Set(["leak 8 a"]));
  expect(other).toMatchObject({ opened: [{ cause: "leak 8 a" }], closed: [1], changed: [] });
});

test("applying the difference gives the wanted alerts, and leaves nothing to do", () => {
  const causes = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom("a", "b", "c")), {
    selector: ([meter, start]) => `${meter} ${start}`,
  });
  fc.assert(
    fc.property(causes, causes, causes, (before, after, known) => {
      const name = ([meter, start]: [number, string]) => `leak ${meter} ${start}`;
      const open = before.map((pair, i) => openLeak(i + 1, pair[0], name(pair)));
      const wanted = after.map((pair) => wantedLeak(pair[0], name(pair)));
      const leaks = new Set([...after, ...known].map(name));
      const { opened, closed, changed } = difference(open, wanted, leaks);
      const now = open
        .filter(({ id }) => !closed.includes(id))
        .map((alert) => ({ ...alert, cause: changed.find(({ id }) => id === alert.id)?.alert.cause ?? alert.cause }));
      now.push(...opened.map((alert, i) => openLeak(100 + i, alert.meterId ?? 0, alert.cause)));
      expect(now.map(({ cause }) => cause).sort()).toEqual(wanted.map(({ cause }) => cause).sort());
      expect(difference(now, wanted, leaks)).toEqual({ opened: [], closed: [], changed: [] });
    }),
    { numRuns: 300 },
  );
});

test.each([
  [48_000, 95_999, 1],
  [48_000, 96_000, 2],
  [48_000, 191_999, 2],
  [48_000, 192_000, 4],
  // Twice hardly anything is hardly anything.
  [10_000, 33_999, 1],
  [10_000, 34_000, 2],
  [0, 24_000, 16],
])("a leak from %i to %i thousandths of a gallon a day has doubled %i times", (first, highest, times) => {
  expect(timesGrown(first, highest)).toBe(times);
});
