import { useNavigate, useSearch } from "@tanstack/react-router";
import { readAllRows } from "../../../app/all-rows.ts";
import { call } from "../../../app/api.ts";
import { type ListPage, listPage } from "../../../app/list-page.ts";
import { read } from "../../../app/query.ts";
import { choiceOf, textOf } from "../../../app/search-text.ts";
import { type ListView, listView } from "../list/list-view.ts";
import type { NamedDialogProps } from "../list/NamedDialog.tsx";

const fields = ["name", "properties_count", "units_count"] as const;
const orderings = fields.flatMap((field) => [field, `-${field}`] as const);
const dialogs = ["add-organization", "organization", "make-default"] as const;
export type OrganizationsDialog = (typeof dialogs)[number];

/** The search params of the organizations. */
interface OrganizationsSearch extends ListPage {
  /** Part of a name. */
  search?: string | undefined;
  ordering?: (typeof orderings)[number] | undefined;
  dialog?: OrganizationsDialog | undefined;
  /** The organization that the dialog is about. */
  of?: string | undefined;
}

/** Reads the URL; what makes no sense in it is left out. */
export function organizationsSearch(raw: Record<string, unknown>): OrganizationsSearch {
  const dialog = choiceOf(raw.dialog, dialogs);
  return {
    search: textOf(raw.search)?.slice(0, 200),
    ordering: choiceOf(raw.ordering, orderings),
    ...listPage(raw),
    dialog,
    of: dialog === undefined ? undefined : textOf(raw.of),
  };
}

const list = "GET /v1/admin/staff/inventory/organizations" as const;

/** All organizations by name, to choose from. */
export const allOrganizationsQuery = () =>
  readAllRows("organizations", {}, (query, signal) => call(list, { query, signal }));

/** All that the screen shows. */
export function organizationsQueries({ page_size = 10, search, ordering, page }: OrganizationsSearch) {
  return {
    /** A page of the organizations. */
    organizations: read(list, { query: { search, ordering, page, page_size } }),
    /** How many properties belong to no organization: the count of a page of one. */
    unassigned: read(`${list}/properties/unassigned`, { query: { page_size: 1 } }),
  };
}

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
