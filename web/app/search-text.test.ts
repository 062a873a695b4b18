import fc from "fast-check";
import { expect, test } from "vitest";
import { choiceOf, dayOf, idOf, idsOf, parseSearch, stringifySearch } from "./search-text.ts";

test("keeps a serial number of digits, or one that looks like a power of ten, as text", () => {
  expect(parseSearch("?meter=00123&other=1e5")).toEqual({ meter: "00123", other: "1e5" });
});

test("parses a repeated key as a list", () => {
  expect(parseSearch("?id=1&id=2")).toEqual({ id: ["1", "2"] });
  expect(stringifySearch({ id: [1, 2], none: undefined })).toBe("?id=1&id=2");
});

test("parses what it wrote, whatever the text", () => {
  const texts = fc.string({ minLength: 1, unit: "grapheme" });
  const values = fc.oneof(texts, fc.array(texts, { minLength: 2, maxLength: 4 }));
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]+$/), values), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual({ ...search });
    }),
  );
});

test("accepts positive whole numbers as ids, each once", () => {
  expect(idsOf(["3", "3", "x", "-1", "2.5", "7"])).toEqual([3, 7]);
  expect(idsOf("0")).toBeUndefined();
  expect(idOf("9".repeat(20))).toBeUndefined();
});

test("rejects days that do not exist", () => {
  expect(dayOf("2024-02-29")).toBe("2024-02-29");
  for (const wrong of ["2023-02-29", "2024-13-01", "24-01-01", "2024-01-01T00:00", ""])
    expect(dayOf(wrong)).toBeUndefined();
});

test("accepts only values of the list", () => {
  expect(choiceOf("hour", ["hour"])).toBe("hour");
  expect(choiceOf("minute", ["hour"])).toBeUndefined();
});
