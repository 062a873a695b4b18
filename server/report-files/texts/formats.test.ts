import { expect, test } from "vitest";
import { moneyOf } from "../../../contract/display/measures.ts";
import { readerOf } from "../../language/reader.ts";
import { formatsFor } from "./formats.ts";

test("writes amounts as the rest of the report does, also for properties without an organization", () => {
  const display = { reader: readerOf({ language: "en", measure: "gallon" }), money: moneyOf("USD") };
  const { cost, moneySign } = formatsFor({ display });
  expect([cost(4.5), cost(1204), moneySign]).toEqual(["$4.50", "$1,204", "$"]);
});
