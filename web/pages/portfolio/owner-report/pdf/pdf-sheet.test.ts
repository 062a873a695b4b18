import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { PdfSheet, textWidth, wrapped } from "./pdf-sheet.ts";
import { toWindows1252 } from "./windows-1252.ts";

const style = { size: 10, colour: "#000000" } as const;

test("writes a PDF that another program can read", async () => {
  const sheet = new PdfSheet(612, 792);
  sheet.text("Café (Genève) – “quoted” \\ $5", 40, 60, style);
  sheet.rect(40, 80, 20, 5, "#c98600");
  sheet.line(
    [
      [40, 100],
      [80, 90],
    ],
    "#5f6b79",
    1,
    true,
  );
  const pdf = await getDocumentProxy(await sheet.bytes("A – report"));
  expect(pdf.numPages).toBe(1);
  const page = await pdf.getPage(1);
  expect(page.view).toEqual([0, 0, 612, 792]);
  const { items } = await page.getTextContent();
  expect(items.map((item) => ("str" in item ? item.str : ""))).toEqual(["Café (Genève) – “quoted” \\ $5"]);
  const { info } = await pdf.getMetadata();
  expect(info).toMatchObject({ Title: "A – report" });
  const [first] = items;
  const width = first !== undefined && "width" in first ? first.width : 0;
  expect(width).toBeCloseTo(textWidth("Café (Genève) – “quoted” \\ $5", style), 1);
});

test("knows which texts the fonts of PDF have letters for", () => {
  expect(toWindows1252("é€–")).toEqual([0xe9, 0x80, 0x96]);
  expect(["ő", "Ł", "水"].map(toWindows1252)).toEqual([null, null, null]);
});

test("breaks lines between words within the width, and marks a cut text", () => {
  const lines = wrapped("one two three four five six seven", 50, 2, style);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/…$/);
  for (const line of lines) expect(textWidth(line, style)).toBeLessThanOrEqual(50);
  expect(wrapped("one two", 500, 2, style)).toEqual(["one two"]);
  for (const line of wrapped("of unbreakableunbreakable length", 40, 3, style)) {
    expect(textWidth(line, style)).toBeLessThanOrEqual(40);
  }
});
