import { describe, expect, it } from "vitest";
import type { PlanNode } from "./plan.ts";
import { scansOfHours } from "./scans.ts";

const step: PlanNode = {
  type: "Index Scan",
  relation: "meter_days_2026_07",
  index: "meter_days_2026_07_pkey",
  condition: "((property_id = period.property_id) AND (meter_id = meters.id) AND (day >= period.start_date))",
  rounds: 1,
  rows: 10,
  pages: 10,
  below: [],
};

function found(of: PlanNode, width: "portfolio" | "property" = "portfolio") {
  const request = { call: "/v1/reporting/overview", width, url: "/v1/reporting/overview?days_ago=1" };
  const plans = [{ ...step, type: "Limit", relation: null, index: null, condition: null, below: [of] }];
  return scansOfHours([{ request, plans }]).map(({ url }) => url);
}

describe("scans of hourly consumption", () => {
  it("include reading all rows, or all of a property and a day", () => {
    const whole = { ...step, type: "Seq Scan", index: null, condition: null };
    const days = { ...step, condition: "((property_id = period.property_id) AND (day >= period.start_date))" };
    const bitmap: PlanNode = {
      ...step,
      type: "Bitmap Heap Scan",
      index: null,
      below: [{ ...days, type: "Bitmap Index Scan", relation: null }],
    };
    for (const scan of [whole, days, bitmap]) expect(found(scan)).toEqual(["/v1/reporting/overview?days_ago=1"]);
  });

  it("exclude access by a meter's key, by leak days, and plans never executed", () => {
    const leaking = {
      ...step,
      index: "meter_days_2026_07_property_id_day_meter_id_leak_total_idx",
      condition: "(day = '2026-07-01')",
    };
    const unused = { ...step, type: "Seq Scan", index: null, condition: null, rounds: 0 };
    const other = { ...unused, rounds: 1, relation: "unit_days_2026_07" };
    for (const fine of [step, leaking, unused, other]) expect(found(fine)).toEqual([]);
  });

  it("are allowed for reports on one property", () => {
    expect(found({ ...step, type: "Seq Scan", index: null, condition: null }, "property")).toEqual([]);
  });
});
