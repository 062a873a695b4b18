import { expect, test } from "vitest";
import type { CaseState } from "../../../../contract/leaks/cases.ts";
import { nothingToAcknowledge } from "./acknowledge-text.ts";

test.each<[CaseState, RegExp]>([
  ["acknowledged", /^Somebody has taken it on already/],
  ["fix_reported", /^Somebody has taken it on already/],
  ["ended", /^The leak is over/],
  ["verified", /^The leak is over/],
  ["not_a_leak", /^Somebody has marked it as not a leak/],
])("says why a leak that is %s cannot be acknowledged", (state, sentence) => {
  expect(nothingToAcknowledge(state)).toMatch(sentence);
});
