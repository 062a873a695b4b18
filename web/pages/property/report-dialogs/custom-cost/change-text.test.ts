import { expect, test } from "vitest";
import { changeText } from "./change-text.ts";

test.for([
  [1204, 1310, "$1,204 → $1,310 (+$106)"],
  [1310, 1204, "$1,310 → $1,204 (-$106)"],
  [1204.1, 1204.2, "$1,204.10 → $1,204.20 (+$0.10)"],
  [1204, 1204, "$1,204, unchanged"],
  [null, null, "– (nothing was measured)"],
] as const)("describes a change from %s to %s as '%s'", ([before, after, expected]) => {
  expect(changeText(before, after)).toBe(expected);
});
