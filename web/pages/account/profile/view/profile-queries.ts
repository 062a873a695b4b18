import type { Me } from "../../../../../contract/accounts/session.ts";
import { readAllRows } from "../../../../app/all-rows.ts";
import { call } from "../../../../app/api.ts";
import { read } from "../../../../app/query.ts";
import { propertiesQuery } from "../../../../app/report/report-queries.ts";

/** Whether sign-ins ask for a code, whether they must, and how many recovery codes are left. */
export const secondFactorQuery = read("GET /v1/me/second-factor", {});

/** Everywhere that the account is signed in, the last seen first. */
export function sessionsQuery() {
  return readAllRows("own sessions", {}, (query, signal) => call("GET /v1/me/sessions", { query, signal }));
}

/** All that the screen shows of the account. */
export function profileQueries({ second_factor_missing }: Me) {
  return {
    secondFactor: secondFactorQuery,
    sessions: sessionsQuery(),
    // Without a second factor that they must have, nothing but the own account is answered.
    properties: { ...propertiesQuery(), enabled: !second_factor_missing },
  };
}
