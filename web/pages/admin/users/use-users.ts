import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ListState } from "../../../app/report/ListTable.tsx";
import { type UserDialog, type UsersSearch, usersSearch } from "./users-search.ts";
import type { Viewer } from "./viewer.ts";

/** The list's view as its parts use it: what the URL says, and the ways to change it. */
export interface UsersView {
  viewer: Viewer;
  search: UsersSearch;
  list: ListState;
  /** The list's page begins anew. */
  setFilters(filters: Pick<UsersSearch, "search" | "organization_id" | "property_id" | "role">): void;
  reset(): void;
  open(dialog: UserDialog, of?: number): void;
  close(): void;
}

/** @param viewer who looks at it */
export function useUsers(viewer: Viewer): UsersView {
  const navigate = useNavigate({ from: "/admin/users" });
  const search = useSearch({ from: "/signed-in/admin/users" });
  const go = (changed: Partial<UsersSearch>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace, resetScroll: false });
  const { page = 1, page_size = 10 } = search;
  return {
    viewer,
    search,
    list: {
      page: page - 1,
      pageSize: page_size,
      setOrdering: (ordering) => go({ ordering: usersSearch({ ordering }).ordering, page: undefined }),
      setPage: (next, replace) => go({ page: next === 0 ? undefined : next + 1 }, replace),
      setPageSize: (size) => go({ page_size: size === 10 ? undefined : size, page: undefined }),
    },
    // Words that are being typed are one step for Back.
    setFilters: (filters) => go({ ...filters, page: undefined }, "search" in filters && search.search !== undefined),
    reset: () =>
      go({ search: undefined, organization_id: undefined, property_id: undefined, role: undefined, page: undefined }),
    // One dialog after another is one step: Back closes them all.
    open: (dialog, of) => go({ dialog, of }, search.dialog !== undefined),
    close: () => go({ dialog: undefined, of: undefined }),
  };
}
