import fc from "fast-check";
import { expect, test } from "vitest";
import { gallonsIn, measures, priceIn, pricePerGallon } from "./measures.ts";

test("knows how many gallons a measure holds", () => {
  expect(measures.map((measure) => Number(gallonsIn(measure).toFixed(4)))).toEqual([
    1, 0.2642, 264.1721, 7.4805, 748.0519,
  ]);
});

test("a price for any measure comes back as it was typed", () => {
  const thousandths = fc.integer({ min: 1, max: 20_000_000 });
  fc.assert(
    fc.property(fc.constantFrom(...measures), thousandths, (measure, thousandth) => {
      const typed = thousandth / 1000;
      // One so low that a gallon costs less than what is kept is rejected.
      fc.pre(typed / gallonsIn(measure) >= 1e-6);
      expect(priceIn(measure, pricePerGallon(typed, measure))).toBe(typed);
    }),
  );
});
