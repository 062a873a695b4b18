import { useNavigate, useSearch } from "@tanstack/react-router";
import { type AuditSearch, auditSearch } from "./audit-search.ts";

/** The audit log's view: its search params and the functions that change them. */
export interface AuditView {
  search: AuditSearch;
  setFilters(filters: Pick<AuditSearch, "actor" | "action" | "organization_id" | "start_date" | "end_date">): void;
  reset(): void;
  /** Unfolds a row, or folds it. */
  toggle(id: number): void;
}

export function useAudit(): AuditView {
  const navigate = useNavigate({ from: "/admin/audit-log" });
  const search = useSearch({ from: "/signed-in/admin/audit-log" });
  const go = (changed: Record<string, unknown>, replace = false) =>
    void navigate({ search: (before) => auditSearch({ ...before, ...changed }), replace, resetScroll: false });
  const { open = [] } = search;
  return {
    search,
    setFilters: (filters) => go({ ...filters, open: undefined }),
    reset: () =>
      go({
        actor: undefined,
        action: undefined,
        organization_id: undefined,
        start_date: undefined,
        end_date: undefined,
        open: undefined,
      }),
    // What is unfolded goes along with a link, but Back leaves the page.
    toggle: (id) => go({ open: open.includes(id) ? open.filter((one) => one !== id) : [...open, id] }, true),
  };
}
