import { savingsReport } from "../leaks-api/cases/savings.ts";
import { savingsLedgerReport } from "../leaks-api/cases/savings-ledger.ts";
import { propertyHealth } from "../reporting/device-health/property-health.ts";
import { financeCosts } from "../reporting/finances/costs.ts";
import { portfolioPerformance } from "../reporting/portfolio/portfolio-performance.ts";
import { watchlistReport } from "../reporting/portfolio/ranking.ts";
import { propertyPerformance } from "../reporting/property-performance.ts";
import { topUnitsReport } from "../reporting/top-leaks/top-units.ts";
import { casesInPeriod } from "./answers.ts";
import { MOST_THINGS, type OwnerAnswers } from "./owner-report/answers.ts";
import { allRows, answerOf, type ReportFor } from "./report-for.ts";
import { withCosts } from "./sheets/summary.ts";
import type { About } from "./workbook/head.ts";

/** Months of the trend. */
const MONTHS = 12;

export async function ownerAnswers(report: ReportFor, { startDate, endDate }: About): Promise<OwnerAnswers> {
  const { params } = report;
  const { property_id, organization_id, bedrooms_from, bedrooms_to } = params;
  const places = { property_id, organization_id };
  const compared = { ...params, comparison: "previous_period" } as const;
  const year = { ...places, bedrooms_from, bedrooms_to, start_date: firstOfMonths(endDate), end_date: endDate };
  const properties = await allRows((page) =>
    answerOf(report, propertyPerformance, undefined, { ...compared, ...page, ordering: "-gallons_leaked" }),
  );
  const ranking = await allRows((page) =>
    answerOf(report, watchlistReport, undefined, { ...params, ...page, ordering: "rank" }),
  );
  const leaks = await answerOf(report, topUnitsReport, undefined, {
    ...{ ...params, page: 1, page_size: MOST_THINGS, offset: 0, only_to_do: true, ordering: "-leak_expense_per_day" },
  });
  const meters = await answerOf(report, propertyHealth, undefined, {
    ...{ ...places, page: 1, page_size: 1, device_type: ["meter"], ordering: "-silent_devices" },
  });
  const saved = await allRows((page) =>
    answerOf(report, savingsLedgerReport, undefined, {
      ...{ ...params, ...page, outcome: "verified", ordering: "-dollars_saved" },
    }),
  );
  return {
    costs: await answerOf(report, financeCosts, undefined, { ...compared, resolution: "month" }),
    trend: await answerOf(report, financeCosts, undefined, { ...year, resolution: "month" }),
    classes: await answerOf(report, portfolioPerformance, undefined, params),
    properties: withCosts(properties, ranking),
    leaks: leaks.results,
    silentMost: meters.results[0] ?? null,
    savings: await answerOf(report, savingsReport, undefined, params),
    saved: saved.filter(({ in_totals }) => in_totals),
    cases: await casesInPeriod(report, startDate, endDate),
  };
}

/** The first day of the first of the months that end with a day's. */
function firstOfMonths(endDate: string): string {
  const first = new Date(`${endDate.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() - MONTHS + 1);
  return first.toISOString().slice(0, 10);
}
