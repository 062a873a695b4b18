import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ListView, listView } from "../../list/list-view.ts";
import type { NamedDialogProps } from "../../list/NamedDialog.tsx";
import {
  type PropertiesDialog,
  type PropertiesList,
  type PropertiesSearch,
  propertiesSearch,
} from "./properties-search.ts";
import { type Selection, useSelection } from "./use-selection.ts";

/** The properties' view: its search params, the selected rows, and the functions that change them. */
export interface PropertiesView extends ListView<PropertiesDialog> {
  search: PropertiesSearch;
  shown: PropertiesList;
  selection: Selection;
  show(list: PropertiesList): void;
  setOrganizations(ids: readonly number[] | undefined): void;
  find(text: string | undefined): void;
  reset(): void;
}

export function useProperties(): PropertiesView {
  const navigate = useNavigate({ from: "/admin/properties" });
  const search = useSearch({ from: "/signed-in/admin/properties" });
  const go = (changed: Record<string, unknown>, replace = false) =>
    void navigate({ search: (before) => propertiesSearch({ ...before, ...changed }), replace, resetScroll: false });
  const shown = search.view ?? "in-use";
  return {
    search,
    shown,
    selection: useSelection(shown),
    ...listView(search, go),
    show: (view) => go({ view, page: undefined }),
    setOrganizations: (organization_id) => go({ organization_id, page: undefined }),
    // Every letter typed would be a step back.
    find: (search) => go({ search, page: undefined }, true),
    reset: () => go({ organization_id: undefined, search: undefined, page: undefined }),
  };
}

/** What every dialog over the properties gets. */
export type PropertyDialogProps = NamedDialogProps<PropertiesView>;
