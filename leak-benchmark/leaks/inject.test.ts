import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../readings/durations.ts";
import { Draws } from "./draws.ts";
import { withLeak } from "./inject.ts";
import { constantLeak, growingLeak, intermittentLeak, type LeakShape } from "./shapes.ts";

const hours = fc.integer({ min: 0, max: 400 });
const litres = fc.double({ min: 0.5, max: 700, noNaN: true });
const shapes: fc.Arbitrary<LeakShape> = fc
  .tuple(
    hours,
    fc.integer({ min: 1, max: 300 }),
    litres,
    fc.integer(),
    fc.constantFrom("constant", "growing", "toilet"),
  )
  .map(([begin, length, litresPerHour, seed, kind]) => {
    const [from, until] = [begin * HOUR_MS + 1234, (begin + length) * HOUR_MS];
    if (kind === "constant") return constantLeak(from, until, litresPerHour);
    if (kind === "growing") return growingLeak(from, until, litresPerHour, (until - from) / 2);
    return intermittentLeak(from, until, litresPerHour, { on: [1, 5], off: [0.5, 6] }, new Draws(seed));
  });
const registers = fc
  .array(fc.tuple(fc.integer({ min: 600, max: 7200 }), fc.integer({ min: 0, max: 300 })), {
    minLength: 2,
    maxLength: 300,
  })
  .map((steps) => {
    let [at, total] = [0, 1000];
    return steps.map(([seconds, used]) => {
      at += seconds * 1000;
      total += used;
      return { at, millilitres: total * 1000 };
    });
  });

test("adds the leaked volume to later registers in whole litres, and nothing before the leak", () => {
  fc.assert(
    fc.property(registers, shapes, (readings, leak) => {
      const changed = withLeak(readings, leak);
      for (const [i, { at, millilitres }] of changed.entries()) {
        const added = millilitres - (readings[i]?.millilitres ?? 0);
        expect(added).toBe(at <= leak.from ? 0 : Math.floor(leak.litresUntil(at) + 1e-9) * 1000);
        expect(millilitres).toBeGreaterThanOrEqual(changed[i - 1]?.millilitres ?? 0);
      }
    }),
    { numRuns: 200 },
  );
});

test("a leak adds its rate times its hours, and no more after its end", () => {
  expect(constantLeak(0, DAY_MS, 8).litresUntil(DAY_MS)).toBeCloseTo(192);
  expect(constantLeak(0, DAY_MS, 8).litresUntil(5 * DAY_MS)).toBeCloseTo(192);
  expect(growingLeak(0, 2 * DAY_MS, 10, DAY_MS).litresUntil(DAY_MS)).toBeCloseTo(120);
  expect(growingLeak(0, 2 * DAY_MS, 10, DAY_MS).litresUntil(2 * DAY_MS)).toBeCloseTo(360);
  const spells = { on: [2, 2], off: [1, 1] } as const;
  const toilet = intermittentLeak(0, DAY_MS, 60, { on: [...spells.on], off: [...spells.off] }, new Draws(1));
  expect(toilet.litresUntil(3 * HOUR_MS)).toBeCloseTo(120);
  expect(toilet.litresUntil(DAY_MS)).toBeCloseTo(960);
});
