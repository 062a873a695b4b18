import type { Access } from "../../contract/call/call.ts";
import { PDF, SPREADSHEET } from "../../contract/files/exports.ts";
import type { ReportKind } from "../../contract/notifications/report-kinds.ts";
import { fileName } from "../exports/file-name.ts";
import { chosenProperties } from "../query/chosen-properties.ts";
import { isAllowed } from "../query/is-allowed.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { leakOverview } from "../reporting/leak-overview.ts";
import { aboutReport } from "./about-report.ts";
import { deviceAnswers } from "./answers.ts";
import { managerOfProperties } from "./letterhead.ts";
import { ownerAnswers } from "./owner-answers.ts";
import { type Manager, ownerContents } from "./owner-report/owner-contents.ts";
import { ownerPdf } from "./owner-report/owner-pdf.ts";
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

/** A file without its name. */
interface Content {
  extension: "xlsx" | "pdf";
  type: string;
  bytes: Uint8Array;
}

interface Kind {
  /** Who may have it: who may make the calls that it is made of. */
  access: Extract<Access, "portfolio" | "property-or-portfolio">;
  fileTitle: string;
  /** @param days of the report, such as "2026-06-01 to 2026-06-30" */
  write(report: ReportFor, about: About, days: string): Promise<Content>;
}

const kinds: Readonly<Record<ReportKind, Kind>> = {
  "portfolio workbook": { access: "portfolio", fileTitle: "portfolio", write: asWorkbook(portfolioSheets) },
  "leak list": {
    access: "property-or-portfolio",
    fileTitle: "leaks",
    write: asWorkbook(async (report, about) => [
      leaksSheet(
        about,
        await allRows((page) =>
          answerOf(report, leakOverview, undefined, { ...report.params, ...page, ordering: "-gallons_leaked" }),
        ),
        about.overview,
      ),
    ]),
  },
  "device health": {
    access: "property-or-portfolio",
    fileTitle: "devices",
    write: asWorkbook(async (report, about) => [devicesSheet(about, await deviceAnswers(report, about.endDate))]),
  },
  "owner report": {
    access: "portfolio",
    fileTitle: "owner-report",
    write: async (report, about) => ({
      extension: "pdf",
      type: PDF,
      bytes: await ownerPdf(ownerContents(about, await ownerAnswers(report, about), await managerOf(report)), about),
    }),
  },
};

async function managerOf({ scope, tx, params, clock }: ReportFor): Promise<Manager> {
  const properties = await chosenProperties(scope, tx, params, clock);
  return managerOfProperties(
    tx,
    properties.map(({ propertyId }) => propertyId),
  );
}

/** Whether somebody may make the calls that a report is made of. */
export function mayHaveReport(kind: ReportKind, scope: RequestScope): boolean {
  return isAllowed(kinds[kind].access, scope);
}

function asWorkbook(sheetsOf: (report: ReportFor, about: About) => Promise<Sheet[]>): Kind["write"] {
  return async (report, about, days) => {
    const sheets = await sheetsOf(report, about);
    const title = `${sheets[0]?.blocks[0]?.lines[0]?.[0]?.value ?? ""}, ${days}`;
    return { extension: "xlsx", type: SPREADSHEET, bytes: await writeWorkbook(title, sheets, about.madeAt) };
  };
}

/**
 * Makes a file of what somebody may see now, for them. The transaction should see one instant.
 * @param known what its head says, where that was read
 */
export async function makeReport(kind: ReportKind, report: ReportFor, known?: About): Promise<MadeReport> {
  const { scope, tx, clock, params } = report;
  const { fileTitle, write } = kinds[kind];
  const about = known ?? (await aboutReport(report));
  // The days that the file says: "yesterday" is another day in another time zone.
  const named = { property_id: params.property_id, start_date: about.startDate, end_date: about.endDate };
  const { title, days } = await fileName(scope, tx, `GET /v1/${fileTitle}/export`, {}, named, clock, true);
  const { extension, type, bytes } = await write(report, about, days.join(report.reader.i18n._(" to ")));
  return { name: `${title}.${extension}`, type, bytes, about };
}
