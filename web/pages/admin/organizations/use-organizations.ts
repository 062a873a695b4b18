import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ListView, listView } from "../list/list-view.ts";
import type { NamedDialogProps } from "../list/NamedDialog.tsx";
import { type OrganizationsDialog, type OrganizationsSearch, organizationsSearch } from "./organizations-search.ts";

/** The organizations' view: its search params and the functions that change them. */
export interface OrganizationsView extends ListView<OrganizationsDialog> {
  search: OrganizationsSearch;
  find(text: string | undefined): void;
}

export function useOrganizations(): OrganizationsView {
  const navigate = useNavigate({ from: "/admin/organizations" });
  const search = useSearch({ from: "/signed-in/admin/organizations" });
  const go = (changed: Record<string, unknown>, replace = false) =>
    void navigate({ search: (before) => organizationsSearch({ ...before, ...changed }), replace, resetScroll: false });
  return {
    search,
    ...listView(search, go),
    // Every letter typed would be a step back.
    find: (search) => go({ search, page: undefined }, true),
  };
}

/** What every dialog over the organizations gets. */
export type OrganizationDialogProps = NamedDialogProps<OrganizationsView>;
