import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Me } from "../../../../contract/accounts/session.ts";
import { call } from "../../../app/api.ts";
import { ApiError } from "../../../app/api-error.ts";
import { changeReport, deleteReport, readReports } from "../../../app/offline/offline-store.ts";
import { sendReport } from "../report/send-report.ts";
import { keepCase } from "./my-cases-query.ts";

/** Milliseconds for a photo, or what was reported, over a poor network. */
const TIMEOUT = 120_000;

/** The reports of a person that the server does not have yet, in the order in which they were made. */
export function queuedReports(me: Me) {
  return queryOptions({ queryKey: ["queued reports", me.id], queryFn: () => readReports(me), staleTime: 0 });
}

/**
 * Sends a person's reports in the order in which they were made, each exactly once: a report keeps its key until the
 * server has it. One that the server rejects stays, with those about the same case after it, until the person decides; one
 * that it cannot take now is sent again later. Stops where the server cannot be reached. One tab sends at a time.
 * @returns how many were sent
 * @throws ApiError where the session has ended
 */
export function sendReports(client: QueryClient, me: Me): Promise<number> {
  return navigator.locks.request("dripline.reports", () => sendAll(client, me));
}

async function sendAll(client: QueryClient, me: Me): Promise<number> {
  const reports = await readReports(me);
  if (reports.length === 0 || !(await isSignedIn(me))) return 0;
  const held = new Set<number>();
  let count = 0;
  for (const report of reports) {
    const { caseId } = report;
    if (report.rejection !== null || held.has(caseId)) {
      held.add(caseId);
      continue;
    }
    try {
      const whole = await sendReport(caseId, report, () => AbortSignal.timeout(TIMEOUT));
      await keepCase(client, me.email, report.organization, whole);
      if (report.position !== undefined) await deleteReport(report.position);
      count++;
    } catch (error) {
      // Without an answer that can be read nothing else would arrive either.
      if (!(error instanceof ApiError) || error.status === 0) break;
      if (error.status === 401) throw error;
      held.add(caseId);
      const { detail, code } = error;
      if (isVerdict(error))
        await changeReport({ ...report, rejection: { detail, code, fields: Object.keys(error.fields) } });
    } finally {
      await client.invalidateQueries(queuedReports(me));
    }
  }
  return count;
}

/** Asks the server whether this person is still signed in, since it stores reports under the session's account. @throws ApiError 401 */
async function isSignedIn({ id }: Me): Promise<boolean> {
  try {
    return (await call("GET /v1/me", {})).id === id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error;
    return false;
  }
}

/** Whether the server has judged a report; otherwise it is sent again later. */
function isVerdict({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && ![408, 429].includes(status);
}
