import { expect, test } from "vitest";
import type { Overview } from "../../../../../contract/reporting/reporting.ts";
import { sampleAnswers } from "../sample-answers.ts";
import { axisTop, costPicture } from "./cost-picture.ts";
import { type Answers, ownerReport } from "./owner-report.ts";

const report = (changed: Partial<Answers> = {}) => ownerReport({ ...sampleAnswers, ...changed }, 30, "2026-11-22");
const overview = (changed: Partial<Overview>) => ({ overview: { ...sampleAnswers.overview, ...changed } });
const costs = (now: number | null, before: number | null) => ({
  costs: { ...sampleAnswers.costs, leak_related_cost: now, previous_period_cost: before },
});

// Covers owner-report-2
test("the headline says better or worse and by how many dollars, from the rounded figures", () => {
  expect(report(costs(1596.69, 988.41)).headline).toBe("Worse: leaks cost $1,597, $609 more than the 30 days before.");
  expect(report(costs(988.41, 1596.69)).headline).toBe("Better: leaks cost $988, $609 less than the 30 days before.");
  expect(report(costs(0, 9.5)).headline).toBe("Better: no leak cost anything, $9.50 less than the 30 days before.");
  expect(report(costs(100.2, 99.8))).toMatchObject({
    tone: "even",
    headline: "Unchanged: leaks cost $100, as in the 30 days before.",
  });
});

// Covers owner-report-2
test("makes no comparison with too few readings, and leaves the cost of unmeasured water out", () => {
  expect(report(costs(1596.69, null))).toMatchObject({ tone: "unknown" });
  expect(report(costs(1596.69, null)).headline).toMatch(
    /^Leaks cost \$1,597\. Not compared with the 30 days before: too few/,
  );
  expect(report({ ...costs(1596.69, null), ...overview({ is_over: false }) }).headline).toMatch(
    /: today is not over\.$/,
  );
  expect(report(costs(null, null)).headline).toBe("There is nothing to show: no water of the 262 units was measured.");
  const { figures } = report(
    overview({ leak_cost: null, gallons_leaked: null, leak_percentage: null, leak_cost_comparison: null }),
  );
  expect(figures.slice(0, 3).map(({ value }) => value)).toEqual(["–", "–", "–"]);
  expect(figures[0]?.change).toBeNull();
});

test("rounds figures as on every screen, and compares shares in points", () => {
  expect(report().figures.map(({ value, change, note }) => [value, change, note])).toEqual([
    ["$1,597", "+61.5% against the previous 30 days", "of $15,308 for all water"],
    ["106,446 gal", "+61.5% against the previous 30 days", "of 1,020,556 gal used"],
    ["10.4%", "+3.7 pp against the previous 30 days", "the goal is below 10%"],
    ["37", "-11.9% against the previous 30 days", "of 262 units"],
  ]);
  expect(report().places).toBe("5 properties with 262 units");
  expect(report({ organizations: ["North", "South"] })).toMatchObject({ of: "Portfolio" });
});

test("lists classes in order, and properties by the cost of their leaks, with shares and changes apart", () => {
  expect(report().classes.map(({ id }) => id)).toEqual(["on_track", "opportunities", "critical", "zero_usage"]);
  expect(report().properties.map(({ name, cost, share, change }) => [name, cost, share, change])).toEqual([
    ["Monon Square", "$964", "50.6%", "+61.5%"],
    ["Cedar Court", "$537", "18.0%", "-3.2%"],
    ["Harbor Mill Lofts", "$0.00", "0.0%", null],
  ]);
  expect(report().changeTitle).toBe("Change of water lost, against the previous 30 days");
});

test("has what repairs cost and when they have paid for themselves, and open cases by state", () => {
  expect(report().fixes.map(({ place, text }) => [place, text])).toEqual([
    ["Monon Square | North | 102", "2,100 gal, $32 saved; the repair cost $60 and pays back in 51 days"],
  ]);
  const [fix] = sampleAnswers.saved;
  const unknown = report({ saved: fix === undefined ? [] : [{ ...fix, repair_cost: null, payback_days: null }] });
  expect(unknown.fixes[0]?.text).toBe("2,100 gal, $32 saved; cost of the repair not reported");
  expect(report().cases).toBe("3 leak cases are not over: 2 new, 1 returned.");
  expect(report({ cases: { count: 70, results: sampleAnswers.cases.results } }).cases).toBe(
    "70 leak cases are not over.",
  );
  expect(report({ cases: { count: 0, results: [] } }).cases).toBe("No leak case is open.");
});

test("names the three fixes of units that saved most", () => {
  const [fix] = sampleAnswers.saved;
  if (fix === undefined) throw new Error("The sample has no fix.");
  const outside = { ...fix, case_id: 1, unit_id: null, unit_name: null, in_totals: false };
  const ofUnits = [11, 12, 13, 14].map((case_id) => ({ ...fix, case_id }));
  const { fixes } = report({ saved: [outside, outside, outside, ...ofUnits] });
  expect(fixes.map(({ case_id }) => case_id)).toEqual([11, 12, 13]);
});

// Covers owner-report-3
test("reports incomplete data", () => {
  expect(report()).toMatchObject({ low: false, complete: "97% of meter days read." });
  const poor = report(overview({ meter_days_read: 5000, last_reading_date: "2026-11-10" }));
  expect(poor.low).toBe(true);
  expect(poor.complete).toContain("Only 25% of meter days read");
  expect(poor.complete).toContain("The last reading came on Nov 10, 2026.");
});

// Covers owner-report-3
test("mentions units without a water rate as a note on the data, not as a task", () => {
  const unpriced = overview({ units_without_price: 20 });
  expect(report(unpriced).complete).toMatch(
    /No water rate is set for 20 units: their costs use the default of \$0\.015 per gallon\.$/,
  );
  expect(report(unpriced).things).toEqual(report().things);
});

// Covers owner-report-3
test("reports savings, the results of fixes, and leaks that ended on their own apart", () => {
  expect(report().repaired).toBe(
    "3,000 gal, $45 saved by 2 verified fixes. 3 fixes reported: 2 verified, 1 failed. 2 leaks ended on their own.",
  );
  const { savings } = sampleAnswers;
  const none = {
    ...savings,
    fixes: { verified: 0, waiting: 0, failed: 0 },
    verified: { ...savings.verified, gallons_saved: 0 },
  };
  expect(report({ savings: none }).repaired).toBe(
    "No verified fix saved water in this period. 2 leaks ended on their own.",
  );
  expect(report({ savings: { ...none, ended: { ...savings.ended, cases: 0 } } }).repaired).toBe(
    "No verified fix saved water in this period.",
  );
});

test("stacks the chart's bars from zero, with a gap for a day that was not measured", () => {
  const { bars } = report();
  const drawn = costPicture(bars, { width: 500, height: 200, type: 10 });
  const rects = drawn.filter((shape) => shape.kind === "rect").filter(({ y }) => y > 12);
  const foot = Math.max(...rects.map(({ y, height }) => y + height));
  const toilets = rects.filter(({ ink }) => ink === "series-toilet-leak");
  expect(toilets).toHaveLength(2);
  for (const { y, height } of toilets) expect(y + height).toBeCloseTo(foot);
  expect((toilets[1]?.height ?? 0) / (toilets[0]?.height ?? 1)).toBeCloseTo(20 / 10);
  const dashed = drawn.filter((shape) => shape.kind === "line" && shape.dashed);
  expect(dashed, "one in the legend, none through a gap").toHaveLength(1);
});

test("ends the last label of the chart with the picture", () => {
  const { bars } = report();
  const [point] = bars.points;
  if (point === undefined) throw new Error("The sample has days.");
  const points = Array.from({ length: 31 }, (_, day) => ({ ...point, label: `Nov ${day + 10}` }));
  const width = 723;
  const drawn = costPicture({ ...bars, points }, { width, height: 170, type: 11 });
  const last = drawn.filter((shape) => shape.kind === "text").find(({ text }) => text === "Nov 40");
  expect(last).toMatchObject({ align: "right", x: width });
});

test("ends the axis at a round number above the highest bar", () => {
  for (const most of [0.4, 1, 7, 12, 95, 150, 151, 899, 901, 12_345]) {
    expect(axisTop(most)).toBeGreaterThanOrEqual(most);
    expect(axisTop(most)).toBeLessThanOrEqual(most * 3);
  }
  expect(axisTop(0)).toBeGreaterThan(0);
});
