import fc from "fast-check";
import { expect, test } from "vitest";
import { formatNumber } from "../../../../components/format.ts";
import { type UnitMeter, unitRule, unitSum } from "./unit-sum.ts";

const meter = (attached_to: UnitMeter["attached_to"], gallons_leaked: number): UnitMeter => ({
  meter_serial_number: `${attached_to} ${gallons_leaked}`,
  attached_to,
  leak_type: "other leak",
  gallons_leaked,
});

test("counts fixtures in full, and the main meter only beyond them", () => {
  const [main, toilet] = [meter("SPOE", 10_614.565), meter("Toilet", 9_671.717)];
  const sum = unitSum(10_099.247, [main, toilet]);
  // In whole gallons 9,672 and 428 would not make 10,099.
  expect(sum).toEqual({ counted: [toilet], beside: [main], rest: 427.53, decimals: 1 });
  expect(unitRule(sum)).toMatch(/^The water of fixtures runs through the SPOE meter, too\./);
});

test("adds nothing from the main meter where fixtures explain everything", () => {
  const sum = unitSum(461.569, [meter("Toilet", 461.569), meter("SPOE", 461.112)]);
  expect(sum).toMatchObject({ rest: 0, decimals: 0 });
  expect(sum.beside).toHaveLength(1);
});

test("adds up the meters of a unit without fixtures", () => {
  const sum = unitSum(15.25, [meter("DPOE", 10), meter("DPOE", 5.25)]);
  expect(sum).toMatchObject({ beside: [], rest: 0 });
  expect(unitRule(sum)).toBeNull();
});

test("explains when less counts than the meters show", () => {
  const sum = unitSum(20, [meter("Toilet", 23.5)]);
  expect(sum.rest).toBe(-3.5);
  expect(unitRule(sum)).toMatch(/^A leak counts for the unit only in hours of which its volume is known/);
});

test("always shows figures that add up", () => {
  const volume = fc.integer({ min: 1, max: 20_000_000 }).map((thousandths) => thousandths / 1000);
  const kind = fc.constantFrom<UnitMeter["attached_to"]>("SPOE", "DPOE", "Toilet", "Water Heater");
  const meterLists = fc.array(
    fc.tuple(kind, volume).map(([at, leaked]) => meter(at, leaked)),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(volume, meterLists, (unit, meters) => {
      const { counted, rest, decimals } = unitSum(unit, meters);
      const shown = (gallons: number) => Number(formatNumber(gallons, decimals).replaceAll(",", ""));
      const parts = [...counted.map(({ gallons_leaked }) => gallons_leaked), rest];
      expect(parts.reduce((sum, part) => sum + shown(part), 0)).toBeCloseTo(shown(unit), 6);
    }),
  );
});
