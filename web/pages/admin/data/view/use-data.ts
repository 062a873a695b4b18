import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ListView, listView } from "../../list/list-view.ts";
import type { NamedDialogProps } from "../../list/NamedDialog.tsx";
import { type DataDialog, type DataSearch, type DataTab, dataSearch } from "./data-search.ts";

/** The view of a property's data: its search params and the functions that change them. */
export interface PropertyDataView extends ListView<DataDialog> {
  propertyId: number;
  /** The property's time zone. */
  zone: string;
  search: DataSearch;
  tab: DataTab;
  /** Leads to a tab, with filters of it. */
  setTab(tab: DataTab, filters?: Partial<DataSearch>): void;
  /** Filters of the list; resets its page. */
  setFilters(filters: Partial<DataSearch>): void;
}

/** @param property whose data it is */
export function useData(property: { id: number; time_zone: string }): PropertyDataView {
  const navigate = useNavigate({ from: "/admin/data" });
  const search = useSearch({ from: "/signed-in/admin/data" });
  const go = (changed: Record<string, unknown>, replace = false) =>
    void navigate({ search: (before) => dataSearch({ ...before, ...changed }), replace, resetScroll: false });
  return {
    propertyId: property.id,
    zone: property.time_zone,
    search,
    tab: search.tab ?? "imports",
    setTab: (tab, filters) =>
      void navigate({
        search: {
          property_id: search.property_id,
          tab: tab === "imports" ? undefined : tab,
          page_size: search.page_size,
          ...filters,
        },
        resetScroll: false,
      }),
    setFilters: (filters) => go({ ...filters, page: undefined }),
    ...listView(search, go),
  };
}

/** What every dialog over the data gets. */
export type DataDialogProps = NamedDialogProps<PropertyDataView>;
