import fc from "fast-check";
import { expect, test } from "vitest";
import { gallonsIn, measures, priceDecimals, priceIn, pricePerGallon } from "./measures.ts";

test("knows how many gallons a measure holds", () => {
  expect(measures.map((measure) => Number(gallonsIn(measure).toFixed(4)))).toEqual([
    1, 0.2642, 264.1721, 7.4805, 748.0519,
  ]);
});

test("a price for any measure comes back as it was typed", () => {
  const digits = fc.integer({ min: 1, max: 20_000_000 });
  fc.assert(
    fc.property(fc.constantFrom(...measures), digits, (measure, typedDigits) => {
      const typed = Number((typedDigits / 10 ** priceDecimals[measure]).toFixed(priceDecimals[measure]));
      // One so low that a gallon costs less than what is kept is rejected.
      fc.pre(typed / gallonsIn(measure) >= 1e-6);
      expect(priceIn(measure, pricePerGallon(typed, measure))).toBe(typed);
    }),
  );
});

test("a price per gallon changes by less than half a percent when it is shown for another measure", () => {
  for (const measure of measures) {
    for (const price of [0.008, 0.015, 0.032]) {
      const shown = pricePerGallon(priceIn(measure, price), measure);
      expect(Math.abs(shown / price - 1), `${price} per ${measure}`).toBeLessThan(0.005);
    }
  }
});
