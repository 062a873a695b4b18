import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "../time/durations.ts";
import { stepsToTake } from "./steps.ts";

const hoursOf = (steps: readonly { after_hours: number }[]) => steps.map(({ after_hours }) => after_hours);

test.each([
  [0, [], [0]],
  [3, [0], []],
  [4, [0], [4]],
  [30, [0], [4, 12]],
  [30, [0, 4, 12], []],
])("after %d hours, with %j taken, takes %j", (hours, taken, wanted) => {
  const steps = [0, 4, 12].map((after_hours) => ({ after_hours }));
  const progress = { openedAt: 0, changedAt: 0, now: hours * HOUR_MS, taken };
  expect(hoursOf(stepsToTake(steps, progress, () => true))).toEqual(wanted);
});

test("whatever the hours, who is reached and when is looked: each step once, not before its time unless passed on to", () => {
  const hours = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      hours.map((some) => some.toSorted((a, b) => a - b)),
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 20 }),
      fc.integer({ min: -10, max: 20 }),
      (all, reached, looks, changed) => {
        const steps = all.map((after_hours, index) => ({ after_hours, reaches: reached[index] ?? true }));
        const taken: number[] = [];
        for (const now of [...looks.toSorted((a, b) => a - b), 100]) {
          const progress = { openedAt: 0, changedAt: changed * HOUR_MS, now: now * HOUR_MS, taken };
          const wanted = stepsToTake(steps, progress, ({ reaches }) => reaches);
          for (const one of wanted) {
            expect(taken).not.toContain(one.after_hours);
            const before = steps[steps.indexOf(one) - 1];
            const isPassedOn = before !== undefined && !before.reaches && wanted.includes(before);
            expect(one.after_hours <= now || isPassedOn).toBe(true);
            expect(one.after_hours).toBeGreaterThanOrEqual(changed);
            taken.push(one.after_hours);
          }
        }
        expect(taken.toSorted((a, b) => a - b)).toEqual(all.filter((one) => one >= changed));
      },
    ),
  );
});
