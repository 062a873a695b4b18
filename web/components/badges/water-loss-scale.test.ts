import { expect, test } from "vitest";
import { waterLossBands, waterLossPlace } from "./water-loss-scale.ts";

// Covers lists-8
test("starts each band at its own quarter of the scale and places a percentage within its band", () => {
  expect(waterLossBands.map(({ from }) => waterLossPlace(from))).toEqual([0, 25, 50, 75]);
  expect(waterLossPlace(2.5)).toBe(12.5);
  expect(waterLossPlace(4.999)).toBeLessThan(25);
  expect(waterLossPlace(17.5)).toBe(62.5);
});

test("ends the scale at 100 percent of the water", () => {
  expect([waterLossPlace(100), waterLossPlace(140), waterLossPlace(-1)]).toEqual([100, 100, 0]);
});
