import { type Text, text } from "./text.ts";

/** Error codes, with the HTTP status and the title that people see. The list is complete. */
const kinds = {
  invalid_request: [400, "The request is not valid"],
  invalid_json: [400, "The body is not JSON"],
  invalid_gzip: [400, "The body is not gzip"],
  not_signed_in: [401, "Please sign in"],
  wrong_credentials: [401, "E-mail or password is wrong"],
  second_factor_needed: [401, "A second factor is needed"],
  wrong_code: [401, "The code is not right"],
  invalid_gateway_token: [401, "The gateway's token is not valid"],
  forbidden: [403, "You do not have access to this"],
  second_factor_required: [403, "Your account needs a second factor"],
  cross_site: [403, "The request came from another site"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  too_slow: [408, "The request took too long"],
  in_flight: [409, "The same request is still in progress"],
  not_running: [409, "No longer running"],
  ambiguous_serial: [409, "More than one meter has this serial number"],
  email_taken: [409, "Account Already Exists!"],
  several_roles: [409, "This account has more than one role"],
  own_account: [409, "This is your own account"],
  last_admin: [409, "At least one administrator must remain"],
  changed_meanwhile: [409, "Somebody else changed this meanwhile"],
  conflict: [409, "Conflicts with an earlier decision"],
  too_large: [413, "The request is too large"],
  address_too_long: [414, "The address is too long"],
  unsupported_media_type: [415, "The body has the wrong content type"],
  idempotency_key_reused: [422, "The Idempotency-Key was used for another request"],
  invalid_fields: [422, "Some fields are not valid"],
  too_many_requests: [429, "Too many requests"],
  headers_too_large: [431, "The headers are too large"],
  internal: [500, "Something went wrong"],
  unavailable: [503, "The service is not available right now"],
} as const;

export type ProblemCode = keyof typeof kinds;

/** A sentence of an error; those of programs that talk to programs need no translation. */
export type Sentence = Text | string;

/** An error that may be shown to the caller. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  /** A sentence that states what to do; as `message` in English. */
  readonly detail: Sentence;
  /** Messages by field name; they appear under that name in the response. */
  readonly fields: Record<string, Sentence[]>;

  constructor(code: ProblemCode, detail: Sentence, fields: Record<string, Sentence[]> = {}) {
    super(String(detail));
    this.code = code;
    this.detail = detail;
    this.fields = fields;
  }

  get status(): number {
    return kinds[this.code][0];
  }

  get title(): string {
    return kinds[this.code][1];
  }
}

/** The error for one field, in one sentence. */
export function wrongField(field: string, sentence: Sentence): ProblemError {
  return new ProblemError("invalid_fields", sentence, { [field]: [sentence] });
}

/** The error for a change based on outdated values. @param what such as `property` */
export function changedMeanwhile(what: string): ProblemError {
  return new ProblemError(
    "changed_meanwhile",
    text`Somebody else changed this ${what} meanwhile. Reload it and make your change again.`,
  );
}

/** The error for what is out of scope, identical to that for what does not exist. @param what such as `property` */
export function notThere(what: string): ProblemError {
  return new ProblemError("not_found", text`There is no such ${what}.`);
}
