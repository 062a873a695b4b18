import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import { formatCount } from "../../../components/format.ts";

type Filtered = Pick<ReportSearch, "performance" | "state">;

/** Some of several, in a sentence: "Critical or Zero Usage". */
function either(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ");
}

/** The labels of the classes, in their usual order: "On Track or Critical". */
function performanceLabel(performance: NonNullable<Filtered["performance"]>): string {
  return either(performance.map(performanceName));
}

/** Which properties the table shows: "All properties", "Critical properties in NJ or NY". */
export function propertiesTitle({ performance, state }: Filtered): string {
  const which = performance ? `${performanceLabel(performance)} properties` : state ? "Properties" : "All properties";
  return state ? `${which} in ${either(state)}` : which;
}

/**
 * Why the table is empty while its filters hide what there is: names the filters. Null: no filter hides anything.
 * @param hidden how many properties there are without these filters; null: not known
 */
export function hiddenMessage({ performance, state }: Filtered, hidden: number | null): string | null {
  if (!performance && !state) return null;
  const where = state ? ` in ${either(state)}` : "";
  const sentence = performance
    ? `No property${where} is ${performanceLabel(performance)} in this period.`
    : `There is no property${where} among those chosen.`;
  const filters = [performance && "Performance", state && "State"].filter((name) => name !== undefined);
  const them = filters.length > 1 ? "The filters Performance and State hide" : `The filter ${filters[0]} hides`;
  return hidden ? `${sentence} ${them} ${formatCount(hidden, "property", "properties")}.` : sentence;
}
