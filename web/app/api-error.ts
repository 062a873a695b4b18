import { t } from "@lingui/core/macro";

const known = new Set(["type", "title", "status", "code", "detail", "request_id", "instance"]);

/** A failed call, with the server's problem details (RFC 9457), or a local message if the server did not answer. */
export class ApiError extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  /** The server's stable code, or `unreachable`, `unreadable`. */
  readonly code: string;
  readonly title: string;
  /** A sentence for people. */
  readonly detail: string;
  readonly requestId: string | null;
  /** What is wrong with single fields, by the field's name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The last page of the list, if a page beyond it was requested; else null. */
  readonly lastPage: number | null;

  constructor(status: number, body: unknown) {
    const entries = new Map<string, unknown>(typeof body === "object" && body !== null ? Object.entries(body) : []);
    const text = (key: string, otherwise: string) => {
      const value = entries.get(key);
      return typeof value === "string" && value !== "" ? value : otherwise;
    };
    const detail = text("detail", sentenceFor(status));
    super(detail);
    this.name = "ApiError";
    this.status = status;
    this.code = text("code", status === 0 ? "unreachable" : "unreadable");
    this.title = text("title", "Error");
    this.detail = detail;
    this.requestId = text("request_id", "") || null;
    this.fields = fieldErrors(entries);
    const last = entries.get("last_page");
    this.lastPage = typeof last === "number" ? last : null;
  }
}

/** Whether a call did not reach the server, or reached a proxy in front of it alone. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}

function sentenceFor(status: number): string {
  if (status === 0) return t`The server could not be reached. Check the connection and try again.`;
  if (status === 503) return t`The server is busy or its database is away. Try again in a moment.`;
  return t`The server could not answer. Try again.`;
}

function fieldErrors(entries: ReadonlyMap<string, unknown>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (known.has(name)) continue;
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === "string") fields[name] = first;
  }
  return fields;
}

/**
 * The message for something that could not be loaded: the server's own for an invalid request (a missing permission, an
 * unknown meter), else one that names what is missing ("The leaks").
 */
export function notLoaded(what: string, error: unknown): string {
  const isClientError = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isClientError ? error.detail : t`${what} could not be loaded.`;
}

/** The message to show for any error; the text of an error that is not from a call is never shown. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.detail : t`Something went wrong on this page. Try again.`;
}
