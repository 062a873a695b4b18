import { expect, test } from "vitest";
import { offeredOf } from "./filter-options.ts";

test("of a selection only what is offered stays, and nothing is no selection", () => {
  expect(offeredOf([3, 999], [1, 3])).toEqual([3]);
  expect(offeredOf([999], [1, 3])).toBeUndefined();
});
