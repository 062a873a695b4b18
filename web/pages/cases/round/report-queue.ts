import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError } from "../../../app/api-error.ts";
import { changeReport, deleteReport, readReports } from "../../../app/offline/offline-store.ts";
import { sendReport } from "../report/send-report.ts";

/** The reports of a person that the server does not have yet, in the order in which they were made. */
export function queuedReports(email: string) {
  return queryOptions({ queryKey: ["queued reports", email], queryFn: () => readReports(email), staleTime: 0 });
}

/**
 * Sends a person's reports in the order in which they were made, each exactly once: a report keeps its key until the
 * server has it. One that the server rejects stays, with those about the same case after it, until the person decides.
 * Stops where the server cannot be reached. Only one tab sends at a time.
 * @returns how many were sent
 */
export async function sendReports(client: QueryClient, email: string): Promise<number> {
  const send = async (lock: Lock | null) => (lock === null ? 0 : sendAll(client, email));
  return navigator.locks.request("dripline.reports", { ifAvailable: true }, send);
}

async function sendAll(client: QueryClient, email: string): Promise<number> {
  const held = new Set<number>();
  let count = 0;
  for (const report of await readReports(email)) {
    if (report.rejection !== null || held.has(report.caseId)) {
      held.add(report.caseId);
      continue;
    }
    try {
      await sendReport(report.caseId, report);
      if (report.position !== undefined) await deleteReport(report.position);
      count++;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isRejected(error)) break;
      held.add(report.caseId);
      await changeReport({ ...report, rejection: error.detail });
    } finally {
      await client.invalidateQueries(queuedReports(email));
    }
  }
  return count;
}

/** Whether the server has judged a report; otherwise it is sent again later. */
function isRejected({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}
