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

test("weeks, months and leaking periods have the day before the month, with its Spanish name", async () => {
  const { bucketPoints } = await import("../pages/property/report-charts/chart-points.ts");
  const { formatLeakingPeriod } = await import("../components/format.ts");
  const period = { start_date: "2026-10-28", end_date: "2026-11-08" };
  const points = [
    { start_date: "2026-10-28", end_date: "2026-11-01" },
    { start_date: "2026-11-02", end_date: "2026-11-08" },
  ];
  expect(bucketPoints({ ...period, resolution: "week", points })).toEqual([
    { axis: "28 oct", full: "26 oct 2026 - 01 nov 2026" },
    { axis: "02 nov", full: "02 nov 2026 - 08 nov 2026" },
  ]);
  expect(bucketPoints({ ...period, resolution: "month", points: points.slice(1) })).toEqual([
    { axis: "nov 2026", full: "nov 2026" },
  ]);
  expect(formatLeakingPeriod("2026-10-28", "2026-11-08")).toBe("28/10 a 08/11");
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

test("says what a meter's hour is, what a rule measured, what is wrong with thresholds and what a link lost", async () => {
  const { statusMark } = await import("../pages/property/meter-consumption/leak-status.ts");
  expect([statusMark({ leak_details: "Toilet Leak" }), statusMark({ leak_details: "No Data" })]).toEqual([
    "Fuga de inodoro",
    { gap: "Sin datos" },
  ]);
  const { amountText } = await import("../pages/property/leak-detail/evidence/evidence.ts");
  expect([amountText(1, "hours"), amountText(22.2, "hours"), amountText(3, "points")]).toEqual([
    "1 hora",
    "22.2 horas",
    "3 puntos",
  ]);
  const { orderErrors } = await import("../pages/property/device-parts/thresholds/threshold-rules.ts");
  const thresholds = {
    healthy_min: "95",
    healthy_max: "90",
    warning_min: "85",
    warning_max: "94",
    critical_min: "0",
    critical_max: "84",
  };
  expect(orderErrors(thresholds)[0]?.message).toBe("Bueno mín. debe ser menor que bueno máx.");
  const { missingMessage } = await import("../app/report/filters/link-text.ts");
  expect(missingMessage(["organization"], {})).toBe(
    "Este enlace nombra una organización que no existe o que usted no puede ver. En su lugar se muestran todas las organizaciones.",
  );
});
