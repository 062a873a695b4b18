import type { LeakRow, Overview } from "../../../contract/reporting/reporting.ts";
import { leakTypes } from "../texts/labels.ts";
import { type About, headBlock } from "../workbook/head.ts";
import type { Sheet } from "../workbook/line.ts";
import { tableBlock } from "../workbook/table.ts";

export function leaksSheet(about: About, leaks: readonly LeakRow[], { gallons_leaked, leak_cost }: Overview): Sheet {
  const { display } = about;
  const { i18n } = display.reader;
  const table = tableBlock(
    i18n._("Leaks"),
    "GET /v1/reporting/leak-report/leak-overview",
    [
      { path: "leak_type", title: i18n._("Kind"), labels: leakTypes(i18n) },
      { path: "property_name", title: i18n._("Property") },
      { path: "building_name", title: i18n._("Building") },
      { path: "unit_name", title: i18n._("Unit") },
      { path: "meter_serial_number", title: i18n._("Meter") },
      { path: "gallons_consumed", title: i18n._("Water used") },
      { path: "gallons_leaked", title: i18n._("Water lost") },
      { path: "leak_expense", title: i18n._("Cost") },
      { path: "leak_start_date", title: i18n._("Since") },
      { path: "leak_end_date", title: i18n._("Ended on") },
      { path: "total_gallons_leaked", title: i18n._("Lost since it began") },
      { path: "is_active", title: i18n._("Still runs") },
    ],
    leaks,
    display,
    // What leaks outside of units is listed, too, and is in no sum of units.
    { label: i18n._("All units"), values: { gallons_leaked, leak_expense: leak_cost } },
  );
  return {
    name: i18n._("Leaks"),
    summary: i18n._("Leaks with water lost in the period."),
    blocks: [headBlock(i18n._("Leaks of the period"), about), table],
  };
}
