import { readAllRows } from "../../../../app/all-rows.ts";
import { call } from "../../../../app/api.ts";
import { read } from "../../../../app/query.ts";

/** Whether sign-ins ask for a code, whether they must, and how many recovery codes are left. */
export const secondFactorQuery = read("GET /v1/me/second-factor", {});

/** Everywhere that the account is signed in, the last seen first. */
export function sessionsQuery() {
  return readAllRows("own sessions", {}, (query, signal) => call("GET /v1/me/sessions", { query, signal }));
}
