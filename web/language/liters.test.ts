import { afterAll, beforeAll, expect, test, vi } from "vitest";

/** Modules load again as in a browser that shows liters. */
beforeAll(() => {
  vi.resetModules();
  vi.stubGlobal("document", {});
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "dripline.display" ? "litre|USD" : null) });
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function fileOf(days: number, daysBefore: number) {
  const { compareFigures } = await import("../pages/portfolio/compare-periods/figures.ts");
  const { movers } = await import("../pages/portfolio/compare-periods/movers.ts");
  const { moverColumns } = await import("../pages/portfolio/compare-periods/mover-columns.tsx");
  const { fileCell, fileHeader } = await import("../components/table/csv-row.ts");
  const figure = compareFigures.gallons_leaked;
  const period = (value: number, length: number) => ({
    rows: [{ property_id: 1, property_name: "Elm Street", value, daysRead: length }],
    days: length,
    open: false,
  });
  const rows = movers(figure, period(300, days), period(100, daysBefore), "-difference");
  const columns = moverColumns(figure, days !== daysBefore);
  return rows.flatMap((row) => columns.map((column) => [fileHeader(column), fileCell(column, row)]));
}

test("the difference of two volumes in a file is in the measure of both", async () => {
  expect(await fileOf(10, 10)).toEqual([
    ["Property", "Elm Street"],
    ["Period A", "1136"],
    ["Period B", "379"],
    ["Difference", "757.082"],
  ]);
});

test("the difference by the day of periods of other lengths has a day in its heading in a file", async () => {
  expect(await fileOf(10, 5)).toEqual([
    ["Property", "Elm Street"],
    ["Period A", "1136"],
    ["Period B", "379"],
    ["Difference (a day)", "37.854"],
  ]);
});

test("prices per liter have six decimals where they need them", async () => {
  const { formatPrice } = await import("../components/format.ts");
  expect([0.015, 0.008, 0.0757].map(formatPrice)).toEqual(["$0.003963", "$0.002113", "$0.019998"]);
  const { costError, newCostRow } = await import("../pages/property/report-dialogs/custom-cost/cost-rows.ts");
  expect(newCostRow().cost).toBe("0.003963");
  expect(costError("0.003963")).toBeNull();
  expect(costError("0.0039631")).toBe("Maximum 6 decimal places allowed");
});
