import { expect, test } from "vitest";
import { moneyOf } from "../../contract/display/measures.ts";
import { moneyText } from "./reader.ts";
import { textsIn } from "./texts.ts";

test.each([
  ["USD", "$1,204.50", "-$3.00"],
  ["EUR", "€1,204.50", "-€3.00"],
  ["MXN", "$1,204.50", "-$3.00"],
  ["CHF", "CHF 1,204.50", "-CHF 3.00"],
  ["CLP", "$1,205", "-$3"],
  [null, "1,204.50", "-3.00"],
] as const)(
  "writes amounts in %s with their symbol and decimals, the same in both languages",
  (currency, most, below) => {
    for (const language of ["en", "es"] as const) {
      const written = (amount: number) => moneyText(amount, moneyOf(currency), textsIn(language));
      expect([1204.5, -3, -0.001].map(written)).toEqual([most, below, written(0)]);
    }
  },
);
