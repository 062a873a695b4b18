import { useQueries } from "@tanstack/react-query";
import { chosenProperties, organizationOptions } from "../../../app/report/filters/filter-options.ts";
import { today } from "../../../app/report/search/calendar.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { ownerReport } from "./contents/owner-report.ts";
import type { OwnerReport } from "./contents/report-contents.ts";
import { ownerQueries, periodDays } from "./owner-queries.ts";

interface Put {
  /** Undefined until every figure is there: half a report is none. */
  report: OwnerReport | undefined;
  error: Error | undefined;
  refreshing: boolean;
  retry: () => void;
}

/** The report of the days and places of a URL. */
export function useOwnerReport(search: ReportSearch): Put {
  const answers = useQueries({ queries: ownerQueries(search) });
  const [overview, costs, classes, costliest, leaks, meters, properties, savings] = answers;
  const failed = answers.filter(({ isError }) => isError);
  const ready =
    overview.data &&
    costs.data &&
    classes.data &&
    costliest.data &&
    leaks.data &&
    meters.data &&
    properties.data &&
    savings.data;
  const report =
    ready &&
    ownerReport(
      {
        overview: overview.data,
        costs: costs.data,
        classes: classes.data,
        costliest: costliest.data.results,
        leaks: leaks.data.results,
        silentMost: meters.data.results[0] ?? null,
        organizations: organizationOptions(chosenProperties(properties.data, search)).map(({ label }) => label),
        savings: savings.data,
      },
      periodDays(search),
      today(),
    );
  return {
    report,
    error: failed[0]?.error ?? undefined,
    refreshing: answers.some(({ isPlaceholderData }) => isPlaceholderData),
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}
