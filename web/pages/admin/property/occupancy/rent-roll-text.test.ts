import { expect, test } from "vitest";
import { readRentRoll, textOfRejected } from "./rent-roll-text.ts";

test("reads cells pasted from a spreadsheet, and lines of a CSV file, by their headings", () => {
  const expected = [{ building: "A", unit: "101", status: "Vacant", move_in: "1/31/2026" }];
  const tabs = readRentRoll("Bldg\tUnit\tMove In\tStatus\tRent\nA\t101\t1/31/2026\tVacant\t900\n");
  const commas = readRentRoll('\uFEFFbuilding,unit,move_in,status\r\n\r\n"A",101,1/31/2026,Vacant\r\n');
  for (const roll of [tabs, commas])
    expect(typeof roll === "string" ? roll : roll.rows.map(({ row }) => row)).toEqual(expected);
});

test("reads separators and doubled quotation marks within a quoted cell", () => {
  const roll = readRentRoll('unit,status\n"Flat ""A"", rear",vacant');
  expect(typeof roll === "string" ? roll : roll.rows[0]?.row.unit).toBe('Flat "A", rear');
});

test("explains in a sentence why a text is not a rent roll", () => {
  expect(readRentRoll("")).toMatch(/name the columns/);
  expect(readRentRoll("101,vacant\n102,vacant")).toMatch(/name the columns/);
  expect(readRentRoll("unit,status")).toMatch(/a line for each unit/);
  expect(readRentRoll(`unit,status\n${"1,vacant\n".repeat(10_001)}`)).toMatch(/At most 10,000/);
});

// Covers inventory-9
test("keeps rejected rows as they were pasted, below their header", () => {
  const roll = readRentRoll("unit,status\n101,vacant\n102,gone\n103,sold");
  if (typeof roll === "string") throw new Error(roll);
  expect(textOfRejected(roll, new Set([2, 3]))).toBe("unit,status\n102,gone\n103,sold");
});
