import { expect, test } from "vitest";
import { repairRequest } from "../readings/repair-request.ts";
import { id, ids, paging, reportFilters } from "./fields.ts";

test("accepts only plain digits as a number in a URL", () => {
  expect(id.parse("17")).toBe(17);
  expect(ids.parse(["1", "2"])).toEqual([1, 2]);
  for (const text of ["", " ", " 5", "5 ", "0x10", "1e3", "+5", "5,0", "Infinity", "null", "٥", "99999999999999999"]) {
    expect(id.safeParse(text).success, text).toBe(false);
    expect(paging.page.safeParse(text).success, text).toBe(false);
    expect(reportFilters.safeParse({ days_ago: text }).success, text).toBe(false);
  }
  expect(reportFilters.parse({ days_ago: "0" }).days_ago).toBe(0);
  expect(paging.page.parse(undefined)).toBe(1);
});

test("rejects text for a number in a body", () => {
  const dismiss = { kind: "dismiss", reason: "Checked." };
  expect(repairRequest.safeParse({ ...dismiss, ids: [5] }).success).toBe(true);
  for (const wrong of ["5", true, null, ["5"]]) {
    expect(repairRequest.safeParse({ ...dismiss, ids: [wrong] }).success).toBe(false);
  }
});
