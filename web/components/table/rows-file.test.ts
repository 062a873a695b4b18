import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { formatGallons } from "../format.ts";
import type { TableColumn } from "./column.ts";
import { rowsFile } from "./rows-file.ts";

interface Row {
  name: string;
  gallons: number;
}

const columns: TableColumn<Row>[] = [
  { id: "name", header: "Property", cell: ({ name }) => name, text: ({ name }) => name },
  {
    id: "gallons",
    header: "Leak Gallons",
    unit: "gal",
    align: "right",
    cell: ({ gallons }) => formatGallons(gallons, 1),
    text: ({ gallons }) => String(gallons),
    total: "12,393.8",
  },
];
const rows = [
  { name: "Northlight Residential at the Lake", gallons: 12_345.55 },
  { name: "Elm", gallons: 48.25 },
];

// Covers beyond-9
test("writes the same headings, figures and totals to CSV and XLSX; XLSX adds formats and widths", async () => {
  const csv = await (await rowsFile("csv", columns, rows)).text();
  expect(csv.replace("\uFEFF", "").trimEnd().split("\r\n")).toEqual([
    "Property,Leak Gallons (gal)",
    "Northlight Residential at the Lake,12345.5",
    "Elm,48.3",
    "Total,12393.8",
  ]);
  const bytes = new Uint8Array(await (await rowsFile("xlsx", columns, rows)).arrayBuffer());
  const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets;
  expect(sheet?.rows).toEqual([
    ["Property", "Leak Gallons (gal)"],
    ["Northlight Residential at the Lake", 12_345.5],
    ["Elm", 48.3],
    ["Total", 12_393.8],
  ]);
  expect(sheet?.cells?.get("1,1")?.style?.numFmt).toBe("#,##0.0");
  expect(sheet?.cells?.get("0,0")?.style?.font?.bold).toBe(true);
  expect(sheet?.columns?.map(({ width }) => Math.round(width ?? 0))).toEqual([36, 20]);
});
