import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ListState } from "../../../app/report/ListTable.tsx";
import { type OrganizationsDialog, type OrganizationsSearch, organizationsSearch } from "./organizations-search.ts";

/** The organizations' view as its parts use it: what the URL says, and the ways to change it. */
export interface OrganizationsView {
  search: OrganizationsSearch;
  list: ListState;
  find(text: string | undefined): void;
  open(dialog: OrganizationsDialog, of?: number): void;
  close(): void;
}

export function useOrganizations(): OrganizationsView {
  const navigate = useNavigate({ from: "/admin/organizations" });
  const search = useSearch({ from: "/signed-in/admin/organizations" });
  const go = (changed: Record<string, unknown>, replace = false) =>
    void navigate({
      search: (before) => organizationsSearch({ ...before, ...changed }),
      replace,
      resetScroll: false,
    });
  return {
    search,
    list: {
      page: (search.page ?? 1) - 1,
      pageSize: search.page_size ?? 10,
      setOrdering: (ordering) => go({ ordering, page: undefined }),
      setPage: (page, replace) => go({ page: page + 1 }, replace),
      setPageSize: (page_size) => go({ page_size, page: undefined }),
    },
    // Every letter typed would be a step back.
    find: (search) => go({ search, page: undefined }, true),
    // One dialog after another is one step: Back closes them all.
    open: (dialog, of) => go({ dialog, of }, search.dialog !== undefined),
    close: () => go({ dialog: undefined, of: undefined }),
  };
}
