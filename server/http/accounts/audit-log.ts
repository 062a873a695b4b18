import { Readable } from "node:stream";
import { auditCsv } from "../../audit/audit-csv.ts";
import { auditRows, listAuditEntries } from "../../audit/audit-log.ts";
import type { Connections } from "../../database/connect.ts";
import { withParam } from "../../query/page.ts";
import type { Routes } from "../route/route.ts";

/** Serves the audit log, as a list and as a file. */
export function serveAuditLog(routes: Routes, { connections }: { connections: Connections }): void {
  routes.scoped("GET /v1/admin/audit-log", async ({ scope, query, request }) => {
    const { count, rows, hasOlder } = await listAuditEntries(connections, scope, query);
    const last = rows.at(-1);
    const next = hasOlder && last !== undefined ? withParam(request.url, "older_than", last.id) : null;
    return { count, next, results: rows };
  });
  routes.scoped("GET /v1/admin/audit-log.csv", async ({ scope, query, reply, again }) => {
    reply.type("text/csv; charset=utf-8");
    reply.header("content-disposition", 'attachment; filename="audit-log.csv"');
    // A file streams at the reader's pace: one batch is prepared at a time.
    return Readable.from(auditCsv(auditRows(connections, scope, query, again)), { objectMode: false });
  });
}
