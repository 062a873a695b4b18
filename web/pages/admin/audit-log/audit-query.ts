import { read } from "../../../app/query.ts";
import { type AuditSearch, auditPageSize, auditQuestion } from "./audit-search.ts";

/** The page of the record that the URL names, the newest first. */
export function auditQuery(search: AuditSearch) {
  const query = { ...auditQuestion(search), page: search.page ?? 1, page_size: auditPageSize(search) };
  return read("GET /v1/admin/audit-log", { query });
}
