import { afterAll, beforeAll, expect, test, vi } from "vitest";

/** Modules load again as in a browser in Spanish, in which the day stands before the month. */
beforeAll(() => {
  vi.resetModules();
  vi.stubGlobal("document", {});
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "dripline.language" ? "es" : null) });
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("the heat map's columns are days, under the month that begins", async () => {
  const { columnsOf } = await import("../pages/property/building-heat-map/heat-rows.ts");
  const columns = columnsOf(["2026-03-30", "2026-03-31", "2026-04-01"]);
  expect(columns.map(({ month, short }) => [month, short])).toEqual([
    ["mar", "30"],
    ["", "31"],
    ["abr", "01"],
  ]);
  expect(columns[0]?.full).toBe("lun, 30 mar 2026");
});

test("long charts name Mondays first", async () => {
  const { dayPoints } = await import("../components/chart/points.ts");
  const points = dayPoints(["2026-03-29", "2026-03-30", "2026-03-31"]);
  expect(points.map(({ axis, major }) => [axis, major])).toEqual([
    ["29 mar", false],
    ["30 mar", true],
    ["31 mar", false],
  ]);
});
