import { text } from "../problem/text.ts";
import { DeliveryError } from "./delivery-error.ts";

/** Longest wait that a receiver can ask for, in milliseconds: a day. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/** The error for a status that is none of success. */
export function statusError(
  hostname: string,
  { status, body }: { status: number; body: string },
  retryAfter: string | undefined,
): DeliveryError {
  const retryAfterMs = retryAfterOf(retryAfter, Date.now());
  const failed = {
    status,
    answer: body,
    // A redirect may be that to a page of maintenance; it is not followed, but may be gone by the next attempt.
    isRetriable: status < 400 || status >= 500 || [408, 425, 429].includes(status),
    isGone: status === 410,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  };
  if (failed.isGone) return new DeliveryError(text`${hostname} has switched this address off (status 410).`, failed);
  if (status >= 300 && status < 400) {
    return new DeliveryError(
      text`${hostname} redirects to another address (status ${status}). Enter the address that it leads to.`,
      failed,
    );
  }
  return new DeliveryError(text`${hostname} has not accepted the message (status ${status}).`, failed);
}

/** The error for a request that got no response. */
export function connectionError(hostname: string, cause: unknown, isTimeout: boolean): DeliveryError {
  const failed = { isRetriable: true, cause };
  if (isTimeout) return new DeliveryError(text`${hostname} has not responded in time.`, failed);
  const code = codeOf(cause);
  if (/CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_/.test(code)) {
    return new DeliveryError(text`The certificate of ${hostname} is not valid (${code}).`, failed);
  }
  return new DeliveryError(text`No connection to ${hostname} (${code}).`, failed);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "no code";
}

/**
 * The wait of a Retry-After header in milliseconds, at most a day: seconds, or a date.
 * @returns null when there is none, or none that can be read
 */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}
