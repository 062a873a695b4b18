import { expect, test } from "vitest";
import type { OccupancyRow } from "../../../../contract/inventory/occupancy.ts";
import { usesWaterVacant, vacantUseText } from "./vacant-use.ts";

const unit = (gallons_while_vacant: number | null, occupancy: OccupancyRow["occupancy"] = "vacant"): OccupancyRow => ({
  property_id: 1,
  building_id: 1,
  building_name: "North",
  unit_id: 1,
  unit_name: "101",
  last_7_days_gallons: 425,
  gallons_while_vacant,
  occupancy,
  as_of: null,
  since: null,
  move_in: null,
  move_out: null,
  source: null,
});

test("reports only more than 10 gallons in a vacant unit", () => {
  expect([null, 0, 10, 10.001].map((gallons) => usesWaterVacant(unit(gallons)))).toEqual([false, false, false, true]);
  expect(usesWaterVacant(unit(400, "occupied"))).toBe(false);
});

test("counts units that use water among all vacant units", () => {
  expect(vacantUseText(0, [])).toBe("No unit is listed as vacant.");
  expect(vacantUseText(1, [unit(3)])).toBe("The vacant unit has not used more than 10 gal in the last 7 days.");
  expect(vacantUseText(3, [unit(9), unit(0), unit(null)])).toBe(
    "None of the 3 vacant units used more than 10 gal in the last 7 days.",
  );
  expect(vacantUseText(1, [unit(30)])).toBe("1 of 1 vacant unit used more than 10 gal in the last 7 days.");
  expect(vacantUseText(5, [unit(424.98), unit(64.05), unit(0), unit(0), unit(0)])).toBe(
    "2 of 5 vacant units used more than 10 gal in the last 7 days.",
  );
  expect(vacantUseText(60, [unit(30), unit(20)])).toBe(
    "At least 2 of 60 vacant units used more than 10 gal in the last 7 days.",
  );
});
