import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ListState } from "../../../app/report/ListTable.tsx";
import {
  type PropertiesDialog,
  type PropertiesList,
  type PropertiesSearch,
  propertiesSearch,
} from "./properties-search.ts";
import { type Selection, useSelection } from "./use-selection.ts";

/** The properties' view as its parts use it: what the URL says, what is ticked, and the ways to change it. */
export interface PropertiesView {
  search: PropertiesSearch;
  shown: PropertiesList;
  selection: Selection;
  list: ListState;
  show(list: PropertiesList): void;
  setOrganizations(ids: readonly number[] | undefined): void;
  find(text: string | undefined): void;
  reset(): void;
  open(dialog: PropertiesDialog, of?: number): void;
  close(): void;
}

export function useProperties(): PropertiesView {
  const navigate = useNavigate({ from: "/admin/properties" });
  const search = useSearch({ from: "/signed-in/admin/properties" });
  const go = (changed: Record<string, unknown>, replace = false) =>
    void navigate({
      search: (before) => propertiesSearch({ ...before, ...changed }),
      replace,
      resetScroll: false,
    });
  const shown = search.view ?? "in-use";
  return {
    search,
    shown,
    selection: useSelection(shown),
    list: {
      page: (search.page ?? 1) - 1,
      pageSize: search.page_size ?? 10,
      setOrdering: (ordering) => go({ ordering, page: undefined }),
      setPage: (page, replace) => go({ page: page + 1 }, replace),
      setPageSize: (page_size) => go({ page_size, page: undefined }),
    },
    show: (view) => go({ view, page: undefined }),
    setOrganizations: (organization_id) => go({ organization_id, page: undefined }),
    // Every letter typed would be a step back.
    find: (search) => go({ search, page: undefined }, true),
    reset: () => go({ organization_id: undefined, search: undefined, page: undefined }),
    // One dialog after another is one step: Back closes them all.
    open: (dialog, of) => go({ dialog, of }, search.dialog !== undefined),
    close: () => go({ dialog: undefined, of: undefined }),
  };
}
