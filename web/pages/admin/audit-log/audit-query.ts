import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { activeOrganization } from "../../../app/active-organization.ts";
import { call } from "../../../app/api.ts";
import { type AuditSearch, auditParams } from "./audit-search.ts";

/** Entries that are read at a time. */
const SIZE = 25;

/** The entries that the URL's filters match, the newest first; a further page has those before the last one read. */
export function auditQuery(search: AuditSearch) {
  const query = auditParams(search);
  return infiniteQueryOptions({
    queryKey: ["GET /v1/admin/audit-log", activeOrganization(), query],
    queryFn: ({ pageParam, signal }) =>
      call("GET /v1/admin/audit-log", {
        query: { ...query, page_size: SIZE, older_than: pageParam || undefined },
        signal,
      }),
    // The newest.
    initialPageParam: 0,
    getNextPageParam: ({ next, results }) => (next === null ? undefined : results.at(-1)?.id),
    placeholderData: keepPreviousData,
  });
}
