import { readFileSync } from "node:fs";
import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { ownerReport } from "../contents/owner-report.ts";
import { sampleAnswers } from "../sample-answers.ts";
import { inks, ownerPdf } from "./owner-pdf.ts";

async function pageOf(report: Parameters<typeof ownerPdf>[0]) {
  const pdf = await getDocumentProxy(await ownerPdf(report));
  expect(pdf.numPages).toBe(1);
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.flatMap((item) => ("str" in item && item.str !== "" ? [item] : []));
}

const report = ownerReport(sampleAnswers, 30, "2026-11-22");

// Covers owner-report-1
test("has everything from the screen on one page, inside its margins", async () => {
  const items = await pageOf(report);
  const text = items.map(({ str }) => str).join(" ");
  for (const expected of [
    report.headline,
    report.of,
    report.places,
    report.period,
    report.prepared,
    report.repaired,
    report.complete,
    report.foot,
    ...report.figures.flatMap(({ name, value, change, note }) => [name, value, change ?? "", note]),
    ...report.costliest.flatMap(({ name, text: figures }) => [name, figures]),
    ...report.things.flatMap(({ title, why, saves }) => [title, why, saves]),
  ]) {
    expect(text).toContain(expected);
  }
  for (const { transform, width, str } of items) {
    const [x, y] = [transform[4], transform[5]];
    expect(x, str).toBeGreaterThanOrEqual(36);
    expect(x + width, str).toBeLessThanOrEqual(576);
    expect(y, str).toBeGreaterThan(30);
  }
});

// Covers owner-report-1
test("fits the longest report on one page without overlapping lines", async () => {
  const long = "A property with quite a long name that nobody could have thought of beforehand";
  const [leak] = sampleAnswers.leaks;
  const [costliest] = sampleAnswers.costliest;
  if (!leak || !costliest) throw new Error("The sample has neither.");
  const items = await pageOf(
    ownerReport(
      {
        ...sampleAnswers,
        costliest: [1, 2, 3, 4, 5].map((property_id) => ({ ...costliest, property_id, property_name: long })),
        leaks: [1, 2, 3].map(() => ({ ...leak, property_name: long, building_name: long })),
        classes: { ...sampleAnswers.classes, no_data: 4 },
        overview: { ...sampleAnswers.overview, meter_days_read: 5000, last_reading_date: "2026-11-10" },
        organizations: [long],
      },
      30,
      "2026-11-22",
    ),
  );
  for (const one of items) {
    for (const other of items) {
      if (one === other || Math.abs(one.transform[5] - other.transform[5]) > 5) continue;
      const apart =
        one.transform[4] + one.width <= other.transform[4] + 0.5 ||
        other.transform[4] + other.width <= one.transform[4] + 0.5;
      expect(apart, `${one.str} | ${other.str}`).toBe(true);
    }
  }
});

test("uses the colors of the light scheme", () => {
  const tokens = readFileSync(new URL("../../../../theme/tokens.css", import.meta.url), "utf8");
  const light = tokens.slice(tokens.indexOf(':root[data-mantine-color-scheme="light"]'), tokens.indexOf("dark"));
  for (const [name, value] of Object.entries(inks)) {
    if (name !== "border") expect(light).toContain(`--${name}: ${value};`);
  }
});
