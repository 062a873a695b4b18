// Covers data-6

import { expect, test } from "vitest";
import { sentRows, whichRows } from "./which-rows.ts";

test("reads rows by id, or all of a kind, from the URL", () => {
  expect(whichRows("12,13,12,x,-1")).toEqual({ ids: [12, 13] });
  expect(whichRows("code:unknown_serial")).toEqual({ code: "unknown_serial" });
  expect(whichRows("")).toEqual({ ids: [] });
});

test("sends only corrected rows as a person's correction", () => {
  const rows = [
    { id: 1, raw: "A-1,x,3" },
    { id: 2, raw: "A-2,y,4" },
    { id: 3, raw: "{}" },
  ];
  expect(sentRows(rows, { "raw-1": "A-1,x,3", "raw-2": "A-2,y,5", reason: "" })).toEqual([
    { id: 1 },
    { id: 2, raw: "A-2,y,5" },
    { id: 3 },
  ]);
});
