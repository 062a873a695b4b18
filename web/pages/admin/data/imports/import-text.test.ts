import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatFileSize, optionFacts, percentOf, resultMessage, stateLabel, withFieldNames } from "./import-text.ts";

test("describes the outcome of all rows in figures that add up", () => {
  const counts = { dry_run: false, rows: 1204, stored: 1200, duplicate: 3, rejected: 1 };
  expect(resultMessage(counts)).toBe("Of 1,204 rows 1,200 were stored, 3 were there already, 1 was rejected.");
  expect(resultMessage({ ...counts, rows: 1, stored: 1, duplicate: 0, rejected: 0 })).toBe(
    "Of 1 row 1 was stored, none was rejected.",
  );
  expect(resultMessage({ ...counts, dry_run: true, duplicate: null, stored: 1203 })).toBe(
    "Of 1,204 rows 1,203 can be taken, 1 is rejected.",
  );
  expect(resultMessage({ ...counts, rows: 0 })).toBe("There is no row in it.");
});

test("never shows 100 % before the end of the file", () => {
  expect(percentOf(999, 1000)).toBe(99);
  expect(percentOf(0, 0)).toBe(0);
  expect(stateLabel({ state: "running", bytes: 1000, bytes_read: 420 })).toBe("At work, 42%");
});

test("describes sizes and options in words", () => {
  expect([500, 84_000, 104_857_600].map(formatFileSize)).toEqual(["500 bytes", "84 kB", "104.9 MB"]);
  expect(optionFacts({ map: "serial=A,time=B,gallons=C", decimal_comma: true, create_units: false })).toEqual([
    { name: "Columns", value: "serial=A, time=B, gallons=C" },
    { name: "Decimal commas", value: "yes" },
  ]);
});

test("names the API's options by the form's fields", () => {
  expect(withFieldNames("Write decimals with a point, or say decimal_comma.")).toBe(
    "Write decimals with a point, or tick “Commas are decimal signs”.",
  );
  expect(withFieldNames("There is no month 31: if the file puts the day first, use date_format DD/MM/YYYY.")).toBe(
    "There is no month 31: if the file puts the day first, choose DD/MM/YYYY under “Dates are written”.",
  );
  expect(withFieldNames("Use date_format MM/DD/YYYY.")).toBe("Choose MM/DD/YYYY under “Dates are written”.");
  expect(withFieldNames("Say which comes first with date_format DD/MM/YYYY or MM/DD/YYYY.")).toBe(
    "Say which comes first under “Dates are written”: DD/MM/YYYY or MM/DD/YYYY.",
  );
});

test("leaves no option's name in any of the server's Spanish sentences", () => {
  const catalogue = readFileSync(new URL("../../../../../server/locales/es.po", import.meta.url), "utf8");
  const sentences = catalogue.split("\n").filter((line) => /la opción \{/i.test(line));
  expect(sentences.length).toBeGreaterThan(20);
  for (const sentence of sentences) {
    const named = sentence.replaceAll(/(?<=la opción )\{\d\}/gi, "date_format");
    expect(withFieldNames(named)).not.toMatch(/la opción|date_format/i);
  }
  expect(withFieldNames("Impórtelo de nuevo con la opción date_format en DD/MM/YYYY.")).toBe(
    "Impórtelo de nuevo con “Dates are written” en DD/MM/YYYY.",
  );
  expect(
    withFieldNames("Si está en otra columna, indique ambas con la opción map: date=COLUMN,time=COLUMN."),
  ).not.toContain("map");
});
