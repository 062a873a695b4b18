import { expect, test } from "vitest";
import { runsOf } from "./fonts.ts";
import { visualOrder } from "./visual-order.ts";

const order = (line: string) => visualOrder(line).map(({ text }) => text);

test("leaves what is written from left to right as it is", () => {
  expect(order("Maple Court (A) | 204")).toEqual(["Maple Court (A) | 204"]);
  expect(order("")).toEqual([]);
});

test("puts words that are written from right to left in order, with numbers among them as they are", () => {
  expect(order("דירה 12 בית, North")).toEqual(["בית", " ", "12", " ", "דירה", ", North"]);
  expect(order("At שלום 3.5")).toEqual(["At ", "3.5", " ", "שלום"]);
  expect(order("שלום (א) 5 b")).toEqual(["5", " ", "(", "א", ")", " ", "שלום", " b"]);
});

test("has a font for each letter, keeps accents with theirs, and prints a box for a letter that no font has", () => {
  const fontsOf = (text: string) => runsOf(text, "regular").map(({ font, text: part }) => [part, font.font.familyName]);
  expect(fontsOf("e\u0301")).toEqual([["é", "Inter"]]);
  expect(fontsOf("水🚰")).toEqual([["水🚰", "UnifontExMono"]]);
  expect(fontsOf("𠀀")).toEqual([["□", "UnifontExMono"]]);
  expect(fontsOf("شقة").map(([, family]) => family)).toEqual(["Noto Sans Arabic"]);
  expect(runsOf("a\u0000\u200bb\ufe0f", "bold").map(({ text }) => text)).toEqual(["a b"]);
});
