import type { LeakCase } from "../../../contract/leaks/cases.ts";
import { caseFlows, caseStates, leakTypes } from "../texts/labels.ts";
import { type About, headBlock } from "../workbook/head.ts";
import type { Block, Sheet } from "../workbook/line.ts";
import { figureCells, tableBlock } from "../workbook/table.ts";

export function casesSheet(about: About, cases: readonly LeakCase[]): Sheet {
  const { i18n } = about.display.reader;
  return {
    name: i18n._("Cases"),
    summary: i18n._("Leak cases of the period, the costliest first."),
    blocks: [headBlock(i18n._("Leak cases of the period"), about, true), byState(about, cases), table(about, cases)],
  };
}

function byState({ display }: About, cases: readonly LeakCase[]): Block {
  const { i18n } = display.reader;
  const lines = Object.entries(caseStates(i18n)).flatMap(([state, label]) => {
    const count = cases.filter((one) => one.state === state).length;
    return count === 0 ? [] : [figureCells(label, count, null, display)];
  });
  const all = figureCells(i18n._("All cases"), cases.length, null, display);
  return { lines: [...lines, all.map((cell) => ({ ...cell, isBold: true }))], widths: [24, 12] };
}

/** With the sums of what units lost: the meter of a building sees the same water again. */
function table({ display }: About, cases: readonly LeakCase[]): Block {
  const { i18n } = display.reader;
  const inUnits = cases.filter(({ unit_id, state }) => unit_id !== null && state !== "not_a_leak");
  const sum = (of: (one: LeakCase) => number | null) =>
    Number(inUnits.reduce((total, one) => total + (of(one) ?? 0), 0).toFixed(3));
  return tableBlock(
    i18n._("Cases"),
    "GET /v1/cases",
    [
      { path: "property_name", title: i18n._("Property") },
      { path: "building_name", title: i18n._("Building") },
      { path: "unit_name", title: i18n._("Unit") },
      { path: "leak_type", title: i18n._("Kind"), labels: leakTypes(i18n) },
      { path: "meter_serial_number", title: i18n._("Meter") },
      { path: "state", title: i18n._("State"), labels: caseStates(i18n) },
      { path: "flow", title: i18n._("Flow"), labels: caseFlows(i18n) },
      { path: "started_at", title: i18n._("Since"), isLocalDay: true },
      { path: "fixed_at", title: i18n._("Fixed on"), isLocalDay: true },
      { path: "over_at", title: i18n._("Over since"), isLocalDay: true },
      { path: "due_on", title: i18n._("Due on") },
      { path: "is_overdue", title: i18n._("Overdue") },
      { path: "assignee", title: i18n._("Assigned to") },
      { path: "vendor", title: i18n._("Vendor") },
      { path: "gallons_per_day", title: i18n._("Loses per day") },
      { path: "dollars_per_day", title: i18n._("Costs per day") },
      { path: "total_gallons_leaked", title: i18n._("Lost since it began") },
      { path: "leak_cost", title: i18n._("Cost since it began") },
      { path: "gallons_saved", title: i18n._("Water saved") },
      { path: "dollars_saved", title: i18n._("Costs saved") },
    ],
    cases,
    display,
    {
      label: i18n._("All units"),
      values: {
        total_gallons_leaked: sum((one) => one.total_gallons_leaked),
        leak_cost: sum((one) => one.leak_cost),
        gallons_saved: sum((one) => one.gallons_saved),
        dollars_saved: sum((one) => one.dollars_saved),
      },
    },
  );
}
