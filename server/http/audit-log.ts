import { Readable } from "node:stream";
import { auditCsv } from "../accounts/audit-csv.ts";
import { auditPage, auditRows } from "../accounts/audit-log.ts";
import type { Connections } from "../database/connect.ts";
import { pageOf } from "../reporting/page.ts";
import type { Routes } from "./route.ts";

/** Serves what is on record, as pages and as a file. */
export function serveAuditLog(routes: Routes, { connections }: { connections: Connections }): void {
  routes.scoped("GET /v1/admin/audit-log", async ({ scope, query, request }) => {
    const { count, rows } = await auditPage(connections, scope, query);
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped("GET /v1/admin/audit-log.csv", async ({ scope, query, reply, again }) => {
    reply.type("text/csv; charset=utf-8");
    reply.header("content-disposition", 'attachment; filename="audit-log.csv"');
    // A file as long as it is read: one batch is made ready at a time.
    return Readable.from(auditCsv(auditRows(connections, scope, query, again)), { objectMode: false });
  });
}
