import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { PropertyRow } from "../../../../../contract/inventory/inventory.ts";
import { type ListView, listView } from "../../list/list-view.ts";
import type { NamedDialogProps } from "../../list/NamedDialog.tsx";
import {
  type PropertiesDialog,
  type PropertiesList,
  type PropertiesSearch,
  propertiesSearch,
} from "./properties-search.ts";

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

/** The properties that are ticked, those on other pages among them. */
interface Selection {
  rows: readonly PropertyRow[];
  has(row: PropertyRow): boolean;
  toggle(row: PropertyRow): void;
  /** Ticks all of them, or takes them off where they are ticked already. */
  toggleAll(rows: readonly PropertyRow[]): void;
  clear(): void;
}

/** @param list what they are chosen from; another list begins with nothing ticked */
function useSelection(list: string): Selection {
  const [chosen, setChosen] = useState<{ list: string; rows: ReadonlyMap<number, PropertyRow> }>({
    list,
    rows: new Map(),
  });
  const ticked = chosen.list === list ? chosen.rows : new Map<number, PropertyRow>();
  const set = (rows: ReadonlyMap<number, PropertyRow>) => setChosen({ list, rows });
  return {
    rows: [...ticked.values()],
    has: ({ id }) => ticked.has(id),
    toggle: (row) => {
      const next = new Map(ticked);
      if (!next.delete(row.id)) next.set(row.id, row);
      set(next);
    },
    toggleAll: (rows) => {
      const next = new Map(ticked);
      const areAll = rows.every(({ id }) => ticked.has(id));
      for (const row of rows) {
        if (areAll) next.delete(row.id);
        else next.set(row.id, row);
      }
      set(next);
    },
    clear: () => set(new Map()),
  };
}
