import * as oidc from "openid-client";
import type { SingleSignOnFailure } from "../../../contract/accounts/single-sign-on-failures.ts";

/** OAuth errors that are temporary (RFC 6749, 4.1.2.1). */
const notNow = new Set(["temporarily_unavailable", "server_error"]);
/** The library's codes for when the provider sent no readable response. */
const noAnswer = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_JSON"]);

/** Why an exchange with the provider failed, as a code of the contract. */
export function failureOf(error: unknown): SingleSignOnFailure {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (notNow.has(error.error)) return "unavailable";
    return error.error === "access_denied" ? "declined" : "failed";
  }
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 ? "unavailable" : "failed";
  if (error instanceof oidc.ClientError) {
    const { cause } = error;
    if (cause instanceof Response) return cause.status >= 500 || cause.status === 429 ? "unavailable" : "failed";
    return error.code !== undefined && noAnswer.has(error.code) ? "unavailable" : "failed";
  }
  // What fetch throws when the connection fails.
  return error instanceof TypeError ? "unavailable" : "failed";
}

/** What is logged about it: never what the provider sent, which contains names and codes. */
export function logged(error: unknown): { reason: string; code?: string } {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    return { reason: error.message, code: error.error };
  }
  if (error instanceof oidc.ClientError && error.code !== undefined) return { reason: error.message, code: error.code };
  if (!(error instanceof Error)) return { reason: "Unknown" };
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return { reason: error.name === "ZodError" ? "Its claims are not of the known form" : `${error.message}${cause}` };
}
