import { z } from "zod";

/** Who may make a call. The server does not start if the call of a route has no policy. */
export type Access =
  /** Anybody, signed in or not. */
  | "public"
  /** Anybody with a session. */
  | "signed-in"
  /** Permission `reporting.view_property_data_report`. */
  | "property"
  /** Permission `reporting.view_asset_data_report`. */
  | "portfolio"
  /** Either of the two reporting permissions. */
  | "property-or-portfolio"
  /** An IONAdmin, or an admin of the organization acted in. */
  | "admin"
  /** Permission `reporting.view_asset_data_report`; without it whoever may make a call that is for admins. */
  | "portfolio-or-admin"
  /** Either of the two reporting permissions, or what a call for admins needs. */
  | "report-or-admin"
  /** An IONAdmin, or other staff: these within the organizations that they are assigned. */
  | "staff"
  /** An IONAdmin. */
  | "ion-admin"
  /** A gateway's token in the Authorization header. */
  | "gateway";

/** A header that some calls take. */
interface CallHeader {
  description: string;
  isRequired?: true;
}

/** The header by which a request that is sent again counts once. */
export const idempotencyKey = {
  "Idempotency-Key": {
    description:
      "Name of the request: 1 to 255 plain characters without blanks, such as a UUID. The same request sent again under the same name counts once.",
  },
};

/** What one call takes and gives; the server validates with it, the browser gets its types from it. */
export interface Call<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  access: Access;
  /** It is the same in all organizations: that the one named in X-CURRENT-ORGANIZATION-ID is not the caller's is no fault. */
  anyOrganization?: true;
  /** What it answers, in one sentence for an integrator. */
  summary: string;
  params?: P;
  query?: Q;
  /** Headers beside those that every call takes. */
  headers?: Readonly<Record<string, CallHeader>>;
  body?: B;
  /** Maximum size of the decompressed body in KiB; default: MAX_BODY_KIB for its access. */
  maxBodyKib?: number;
  response: R;
  /** Media types of the answer where it is a file; left out: it is JSON. */
  media?: readonly string[];
  /** Status of success; 200 when left out. 303 is for browsers: the answer is the page that it sends them to. */
  status?: 200 | 201 | 202 | 204 | 303;
}

/** Default maximum size of request bodies in KiB. `public`: of calls without authentication. */
export const MAX_BODY_KIB = { public: 16, others: 256 };

/** Declares a call and keeps the types of its schemas. */
export function call<
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodUndefined,
>(definition: Call<P, Q, B, R>): Call<P, Q, B, R> {
  return definition;
}

/** An answer that is a file, sent while it is made. */
export const file = z.custom<AsyncIterable<string | Uint8Array>>(
  (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
);
