import { expect } from "vitest";
import { reportingCalls } from "../../../contract/reporting/reporting.ts";
import type { ReportsApp } from "./reports-app.ts";

const call = reportingCalls["GET /v1/reporting/leak-report/leak-overview"];

/** The leak list in a user's scope; the response must be valid. */
export async function leakList(
  app: ReportsApp,
  query: string,
  who: { organizationIds: number[]; propertyIds: number[] },
) {
  const answer = await app.ask(who, `leak-report/leak-overview${query}`);
  expect(answer.status, answer.text).toBe(200);
  return call.response.parse(JSON.parse(answer.text));
}
