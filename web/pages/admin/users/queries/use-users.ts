import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ListView, listView } from "../../list/list-view.ts";
import type { NamedDialogProps } from "../../list/NamedDialog.tsx";
import { type UserDialog, type UsersSearch, usersSearch } from "./users-search.ts";
import type { Viewer } from "./viewer.ts";

/** The list's view: its search params and the functions that change them. */
export interface UsersView extends ListView<UserDialog> {
  viewer: Viewer;
  search: UsersSearch;
  /** Resets the list's page. */
  setFilters(filters: Pick<UsersSearch, "search" | "organization_id" | "property_id" | "role">): void;
  reset(): void;
}

/** @param viewer who looks at it */
export function useUsers(viewer: Viewer): UsersView {
  const navigate = useNavigate({ from: "/admin/users" });
  const search = useSearch({ from: "/signed-in/admin/users" });
  const go = (changed: Record<string, unknown>, replace = false) =>
    void navigate({ search: (before) => usersSearch({ ...before, ...changed }), replace, resetScroll: false });
  return {
    viewer,
    search,
    ...listView(search, go),
    // A search text while it is typed is one entry in the browser's history.
    setFilters: (filters) => go({ ...filters, page: undefined }, "search" in filters && search.search !== undefined),
    reset: () =>
      go({ search: undefined, organization_id: undefined, property_id: undefined, role: undefined, page: undefined }),
  };
}

/** What every dialog over the list of users gets. */
export type UserDialogProps = NamedDialogProps<UsersView>;
