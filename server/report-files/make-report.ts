import type { Access } from "../../contract/call/call.ts";
import { SPREADSHEET } from "../../contract/files/exports.ts";
import type { ReportKind } from "../../contract/notifications/report-kinds.ts";
import { fileName } from "../exports/file-name.ts";
import { isAllowed } from "../query/is-allowed.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { leakOverview } from "../reporting/leak-overview.ts";
import { aboutReport } from "./about-report.ts";
import { deviceAnswers } from "./answers.ts";
import { portfolioSheets } from "./portfolio-workbook.ts";
import { allRows, answerOf, type ReportFor } from "./report-for.ts";
import { devicesSheet } from "./sheets/devices.ts";
import { leaksSheet } from "./sheets/leaks.ts";
import type { About } from "./workbook/head.ts";
import type { Sheet } from "./workbook/line.ts";
import { writeWorkbook } from "./workbook/write-workbook.ts";

export interface MadeReport {
  /** Of the file. */
  name: string;
  /** Media type. */
  type: string;
  bytes: Uint8Array;
  about: About;
}

interface Kind {
  /** Who may have it: who may make the calls that it is made of. */
  access: Extract<Access, "portfolio" | "property-or-portfolio">;
  fileTitle: string;
  sheets(report: ReportFor, about: About): Promise<Sheet[]>;
}

const kinds: Readonly<Record<ReportKind, Kind>> = {
  "portfolio workbook": { access: "portfolio", fileTitle: "portfolio", sheets: portfolioSheets },
  "leak list": {
    access: "property-or-portfolio",
    fileTitle: "leaks",
    sheets: async (report, about) => [
      leaksSheet(
        about,
        await allRows((page) =>
          answerOf(report, leakOverview, undefined, { ...report.params, ...page, ordering: "-gallons_leaked" }),
        ),
        about.overview,
      ),
    ],
  },
  "device health": {
    access: "property-or-portfolio",
    fileTitle: "devices",
    sheets: async (report, about) => [devicesSheet(about, await deviceAnswers(report, about.endDate))],
  },
};

/** Whether somebody may make the calls that a report is made of. */
export function mayHaveReport(kind: ReportKind, scope: RequestScope): boolean {
  return isAllowed(kinds[kind].access, scope);
}

/**
 * Makes a file of what somebody may see now, for them. The transaction should see one instant.
 * @param known what its head says, where that was read
 */
export async function makeReport(kind: ReportKind, report: ReportFor, known?: About): Promise<MadeReport> {
  const { scope, tx, clock, params } = report;
  const { fileTitle, sheets } = kinds[kind];
  const about = known ?? (await aboutReport(report));
  const written = await sheets(report, about);
  const { title, days } = await fileName(scope, tx, `GET /v1/${fileTitle}/export`, {}, params, clock, true);
  const documentTitle = `${written[0]?.blocks[0]?.lines[0]?.[0]?.value ?? ""}, ${days}`;
  return {
    name: `${title}.xlsx`,
    type: SPREADSHEET,
    bytes: await writeWorkbook(documentTitle, written, about.madeAt),
    about,
  };
}
