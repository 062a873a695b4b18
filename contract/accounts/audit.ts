import { z } from "zod";
import { call, file } from "../call/call.ts";
import { id, instantOf, paging } from "../call/fields.ts";

const instant = (name: string) =>
  instantOf(`${name} must be an instant with its offset, such as 2026-05-01T10:30:00-05:00.`);

export const auditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  /** The user; null: nobody who is known, such as a failed sign-in, or a command. */
  actor_id: z.number().int().nullable(),
  /** The e-mail; of a failed sign-in as it was typed. */
  actor: z.string(),
  organization_id: z.number().int().nullable(),
  property_id: z.number().int().nullable(),
  /** Such as `user.create`, `session.fail`, `rejected`. */
  action: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  /** What changed, before and after; null: it did not exist, or its value is not disclosed. */
  before: z.unknown(),
  after: z.unknown(),
  /** The `request_id` of the answer, and of the lines in the server's log. */
  request_id: z.string(),
});
export type AuditRow = z.infer<typeof auditEntry>;

const text = z.string().trim().min(1).max(254);

const filters = {
  actor: z
    .string()
    .trim()
    .min(1)
    .max(256)
    .describe(
      "Part of who did it, in whatever case: of the e-mail, or of the name of a user that you may see. In double quotes: the whole e-mail.",
    )
    .optional(),
  action: text
    .optional()
    .describe(
      "Such as `user.create`; with a star at its end all that begin so: `user.*`; with a minus before it all others: `-session.*`.",
    ),
  object_type: text.optional(),
  /** From this instant on. */
  from: instant("from").optional(),
  /** Before this instant. */
  until: instant("until").optional(),
  organization_id: id.optional(),
};
const auditFilters = z.strictObject(filters);
export type AuditFilters = z.output<typeof auditFilters>;

export const auditCalls = {
  "GET /v1/admin/audit-log": call({
    access: "admin",
    summary:
      "The audit log, newest first: changes, sign-ins, failed sign-ins and rejected writes. IONAdmins read all, an organization's admins its own entries.",
    query: z.strictObject({
      ...filters,
      page_size: paging.page_size,
      older_than: id.optional().describe("The id of an entry: those before it, as `next` asks. Left out: the newest."),
    }),
    response: z.object({
      count: z.number().int().describe("How many entries the filters match in all."),
      next: z.string().nullable().describe("Address of the entries before the last of these; null: there are none."),
      results: z.array(auditEntry),
    }),
  }),
  "GET /v1/admin/audit-log.csv": call({
    access: "admin",
    summary: "All entries that match the filters, newest first, as a CSV file.",
    query: auditFilters,
    response: file,
    media: ["text/csv"],
  }),
};
