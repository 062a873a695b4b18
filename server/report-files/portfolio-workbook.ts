import { savingsReport } from "../leaks-api/cases/savings.ts";
import { savingsLedgerReport } from "../leaks-api/cases/savings-ledger.ts";
import { watchlistReport } from "../reporting/portfolio/ranking.ts";
import { propertyPerformance } from "../reporting/property-performance.ts";
import { casesInPeriod, deviceAnswers } from "./answers.ts";
import { allRows, answerOf, type ReportFor } from "./report-for.ts";
import { casesSheet } from "./sheets/cases.ts";
import { devicesSheet } from "./sheets/devices.ts";
import { savingsSheet } from "./sheets/savings.ts";
import { summarySheet } from "./sheets/summary.ts";
import type { About } from "./workbook/head.ts";
import type { Sheet } from "./workbook/line.ts";

/** The sheets of the portfolio workbook. Every figure is that of the call that the screens show it from. */
export async function portfolioSheets(report: ReportFor, about: About): Promise<Sheet[]> {
  const { params } = report;
  const { startDate, endDate, overview } = about;
  const savings = await answerOf(report, savingsReport, undefined, params);
  const ledger = await allRows((page) =>
    answerOf(report, savingsLedgerReport, undefined, {
      ...{ ...params, ...page, outcome: "verified", ordering: "-dollars_saved" },
    }),
  );
  const properties = await allRows((page) =>
    answerOf(report, propertyPerformance, undefined, { ...params, ...page, ordering: "-gallons_leaked" }),
  );
  const ranking = await allRows((page) =>
    answerOf(report, watchlistReport, undefined, { ...params, ...page, ordering: "rank" }),
  );
  const cases = await casesInPeriod(report, startDate, endDate);
  const devices = await deviceAnswers(report, endDate);
  return [
    summarySheet(about, { overview, savings, devices: devices.overview, cases, properties, ranking }),
    casesSheet(about, cases),
    savingsSheet(about, ledger, savings),
    devicesSheet(about, devices),
  ];
}
