import { plural, t } from "@lingui/core/macro";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { performanceName } from "../../../components/badges/PerformanceBadge.tsx";

type Filtered = Pick<ReportSearch, "performance" | "state">;

/** Some of several, in a sentence: "Critical or Zero Usage". */
function either(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(t` or `);
}

/** The labels of the classes, in their usual order: "On Track or Critical". */
function performanceLabel(performance: NonNullable<Filtered["performance"]>): string {
  return either(performance.map(performanceName));
}

/** Which properties the table shows: "All properties", "Critical properties in NJ or NY". */
export function propertiesTitle({ performance, state }: Filtered): string {
  const which = performance
    ? t`${performanceLabel(performance)} properties`
    : state
      ? t`Properties`
      : t`All properties`;
  return state ? t`${which} in ${either(state)}` : which;
}

/**
 * Why the table is empty while its filters hide what there is: names the filters. Null: no filter hides anything.
 * @param hidden how many properties there are without these filters; null: not known
 */
export function hiddenMessage({ performance, state }: Filtered, hidden: number | null): string | null {
  if (!performance && !state) return null;
  const where = state ? t` in ${either(state)}` : "";
  const sentence = performance
    ? t`No property${where} is ${performanceLabel(performance)} in this period.`
    : t`There is no property${where} among those chosen.`;
  const filters = [performance && t`Performance`, state && t`State`].filter((name) => name !== undefined);
  const them = filters.length > 1 ? t`The filters Performance and State hide` : t`The filter ${filters[0]} hides`;
  return hidden ? t`${sentence} ${them} ${plural(hidden, { one: "# property", other: "# properties" })}.` : sentence;
}
