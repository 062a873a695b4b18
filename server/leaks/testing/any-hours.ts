import fc from "fast-check";
import type { LeakMeter } from "../advance.ts";
import { ordinaryDay, type TestHour, times, wholeUnit } from "./hours.ts";

const level = fc.constantFrom(0.1, 0.264, 0.5, 1, 2.5, 20);
const length = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 20, max: 60 }));

/** A refill, a toilet that runs, a tap left open. */
const heavy = fc.constantFrom<TestHour>(0.4, 25, 40, { gallons: 25, flowTime: 45, events: 1 });

/** Hours of one kind in a row: still, ordinary, leaking (with or without flow time), missing, covered, or mixed anyhow. */
const stretch: fc.Arbitrary<TestHour[]> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }).map((days) => times(days, ...ordinaryDay)) },
  { weight: 3, arbitrary: fc.tuple(length, level).map(([hours, gallons]) => times(hours, gallons)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(length, level, fc.integer({ min: 0, max: 60 }))
      .map(([hours, gallons, flowTime]) => times<TestHour>(hours, { gallons, flowTime })),
  },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }).map((hours) => times(hours, 0)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom(15, 50, 90, 130, 300))
      .map(([hours, gallons]) => times(hours, gallons)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }), heavy)
      .map(([cycles, on, off, gallons]) => times(cycles, ...times(on, gallons), ...times(off, 0))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 10 }), level, fc.constantFrom(9, 60))
      .map(([days, more, flowTime]) =>
        times(days, ...ordinaryDay).map((hour): TestHour => ({ gallons: Number(hour) + more, flowTime })),
      ),
  },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 30 }).map((hours) => times(hours, null)) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 800 }).map((hours) => times(hours, null)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map((hours) => times<TestHour>(hours, "covered")) },
  {
    weight: 2,
    arbitrary: fc.array(fc.oneof(level, fc.constant(0), fc.constant(null), fc.constant<TestHour>("covered")), {
      minLength: 1,
      maxLength: 40,
    }),
  },
);

/** The hours of a meter, with or without enough ordinary days in front to have a history of its own. */
export const anyMeterHours: fc.Arbitrary<TestHour[]> = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.array(stretch, { minLength: 1, maxLength: 25 }))
  .map(([days, stretches]) => [...times(days, ...ordinaryDay), ...stretches.flat()]);

/** Meters at places with different rules. */
export const anyMeter: fc.Arbitrary<LeakMeter> = fc
  .record({
    attachedTo: fc.constantFrom<LeakMeter["attachedTo"][]>("SPOE", "SPOE", "Toilet", "Building"),
    continuousUseExpected: fc.constantFrom(false, false, false, true),
    count: fc.constantFrom(1, 264),
  })
  .map((part) => ({ ...wholeUnit, ...part }));
