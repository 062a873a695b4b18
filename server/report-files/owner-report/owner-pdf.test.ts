import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { readerOf } from "../../language/reader.ts";
import { allWithRole, readPdf, rowsOfTable } from "../testing/read-pdf.ts";
import type { About } from "../workbook/head.ts";
import type { OwnerContents } from "./owner-contents.ts";
import { ownerPdf } from "./owner-pdf.ts";

const LONG = "A property with quite a long name that nobody could have thought of beforehand";
const months = Array.from({ length: 12 }, (_, month) => ({
  name: "Sep",
  year: month < 4 ? "2025" : "2026",
  toilet: month * 1000,
  other: month === 3 ? null : 50,
  cells: ["123,456,789", "–", "0"],
}));
const rows = Array.from({ length: 20 }, (_, row) => [
  `${LONG} ${row}`,
  "1,234,567",
  "123,456",
  "10.4%",
  "$1,234,567",
  "+1,234%",
]);

/** As long as each part can be. */
const contents: OwnerContents = {
  title: "Owner's report",
  of: LONG,
  places: "120 properties of 3 organizations with 9,000 units",
  period: "Oct 22, 2025 to Nov 20, 2026",
  prepared: "Prepared by Oak Management on Nov 21, 2026",
  manager: { name: "Oak Management", logo: null },
  headline: { text: `Worse: leaks cost $1,597, $609 more than in the previous 395 days, ${LONG}.`, tone: "worse" },
  figures: ["Cost of leaks", "Water lost", "Share of water lost", "Units with a leak"].map((name) => ({
    name,
    value: "123,456,789,012 gal",
    note: "of 123,456,789,012,345 gal used",
    change: "+3.7 percentage points against the previous 395 days",
    direction: 1,
  })),
  trend: {
    title: "Costs",
    text: "Until today.",
    months,
    rows: ["Toilet leaks", "Other leaks", "All"],
    alternative: "Bars.",
  },
  things: {
    title: "Three things to do",
    list: [1, 2, 3].map(() => ({
      title: `Have it repaired: ${LONG} | ${LONG}`,
      why: LONG.repeat(3),
      saves: "Saves $12,345 in 30 days",
    })),
    nothing: "",
  },
  properties: {
    title: "Properties",
    text: LONG,
    headings: ["Property", "Used", "Lost", "Share", "Cost", "Change"],
    rows,
    total: ["All", "1", "2", "3", "4", "5"],
  },
  savings: {
    title: "Savings",
    text: LONG,
    headings: ["Leak", "Kind", "On", "Water", "Costs", "Repair", "After"],
    rows: rows.slice(12).map((row) => [...row, "31 days"]),
    total: null,
  },
  cases: {
    title: "Cases",
    text: null,
    headings: ["State", "Cases"],
    rows: Array.from({ length: 10 }, () => ["Cannot be verified", "1"]),
    total: ["All", "10"],
  },
  complete: { title: "Data completeness", text: LONG.repeat(3), isLow: true },
  method: { title: "How the figures are calculated", text: LONG.repeat(3) },
};

async function made() {
  const reader = readerOf({ language: "en", measure: "gallon" });
  const about: Pick<About, "display" | "madeAt"> = {
    display: { reader, money: { sign: "$", digits: 2 } },
    madeAt: new Date("2026-11-21"),
  };
  return ownerPdf(contents, about);
}

// Covers owner-report-1
test("fits the longest report on few pages, inside their margins, without overlapping lines", async () => {
  const pdf = await getDocumentProxy(new Uint8Array(await made()));
  expect(pdf.numPages).toBeLessThanOrEqual(4);
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const lines = items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [item] : []));
    for (const one of lines) {
      const [x, y] = [one.transform[4], one.transform[5]];
      expect(x, one.str).toBeGreaterThanOrEqual(43.9);
      expect(x + one.width, one.str).toBeLessThanOrEqual(568.5);
      expect(y, one.str).toBeGreaterThanOrEqual(20);
      for (const other of lines) {
        if (one === other || Math.abs(y - other.transform[5]) > 5) continue;
        const isApart = x + one.width <= other.transform[4] + 0.5 || other.transform[4] + other.width <= x + 0.5;
        expect(isApart, `${one.str} | ${other.str}`).toBe(true);
      }
    }
  }
});

test("a table on several pages has each row once, and its headings on each page", async () => {
  const read = await readPdf(await made());
  const cells = allWithRole(read.elements, "Table").flatMap(rowsOfTable);
  for (const [row] of rows) expect(cells.filter(([first]) => first === row).length, row).toBeGreaterThanOrEqual(1);
  expect(cells.filter(([first]) => first === "All")).toHaveLength(3);
});
