import type { SavedCase, Savings } from "../../../contract/portfolio/portfolio-savings.ts";
import { leakTypes } from "../texts/labels.ts";
import { type About, headBlock } from "../workbook/head.ts";
import type { Block, Sheet } from "../workbook/line.ts";
import { tableBlock } from "../workbook/table.ts";

export function savingsSheet(about: About, cases: readonly SavedCase[], { verified }: Savings): Sheet {
  const { i18n } = about.display.reader;
  return {
    name: i18n._("Savings"),
    summary: i18n._("What verified fixes saved in the period, case by case."),
    blocks: [headBlock(i18n._("What verified fixes saved"), about, true), table(about, cases, verified)],
  };
}

function table({ display }: About, cases: readonly SavedCase[], verified: Savings["verified"]): Block {
  const { i18n } = display.reader;
  return tableBlock(
    i18n._("Savings by case"),
    "GET /v1/reporting/portfolio-insights/savings/cases",
    [
      { path: "property_name", title: i18n._("Property") },
      { path: "building_name", title: i18n._("Building") },
      { path: "unit_name", title: i18n._("Unit") },
      { path: "leak_type", title: i18n._("Kind"), labels: leakTypes(i18n) },
      { path: "meter_serial_number", title: i18n._("Meter") },
      { path: "in_totals", title: i18n._("In the totals") },
      { path: "started_at", title: i18n._("Since"), isLocalDay: true },
      { path: "fixed_at", title: i18n._("Fixed on"), isLocalDay: true },
      { path: "ended_at", title: i18n._("Stopped on"), isLocalDay: true },
      { path: "gallons_per_day", title: i18n._("Lost per day before") },
      { path: "days_saved", title: i18n._("Days that count") },
      { path: "gallons_saved", title: i18n._("Water saved") },
      { path: "dollars_saved", title: i18n._("Costs saved") },
      { path: "total_gallons_saved", title: i18n._("Water saved so far") },
      { path: "total_dollars_saved", title: i18n._("Costs saved so far") },
      { path: "repair_cost", title: i18n._("Cost of the repair") },
      { path: "payback_days", title: i18n._("Days until it paid for itself") },
    ],
    cases,
    display,
    {
      label: i18n._("All units"),
      values: { gallons_saved: verified.gallons_saved, dollars_saved: verified.dollars_saved },
    },
  );
}
