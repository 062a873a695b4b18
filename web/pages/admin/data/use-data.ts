import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ListState } from "../../../app/report/ListTable.tsx";
import type { DataDialog, DataSearch, DataTab } from "./data-search.ts";

/** The view of a property's data as its parts use it: what the URL says, and the ways to change it. */
export interface PropertyDataView {
  propertyId: number;
  /** The property's time zone. */
  zone: string;
  search: DataSearch;
  tab: DataTab;
  /** Leads to a tab, with filters of it. */
  setTab(tab: DataTab, filters?: Partial<DataSearch>): void;
  /** Filters of the list; its page begins anew. */
  setFilters(filters: Partial<DataSearch>): void;
  list: ListState;
  open(dialog: DataDialog, of: string | number): void;
  close(): void;
}

/** @param property whose data it is */
export function useData(property: { id: number; time_zone: string }): PropertyDataView {
  const navigate = useNavigate({ from: "/admin/data" });
  const search = useSearch({ from: "/signed-in/admin/data" });
  const go = (changed: Partial<DataSearch>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace, resetScroll: false });
  const { page = 1, page_size = 10 } = search;
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
    list: {
      page: page - 1,
      pageSize: page_size,
      setOrdering: (ordering) => go({ ordering, page: undefined }),
      setPage: (next, replace) => go({ page: next === 0 ? undefined : next + 1 }, replace),
      setPageSize: (size) => go({ page_size: size === 10 ? undefined : size, page: undefined }),
    },
    // One dialog after another is one step: Back closes them all.
    open: (dialog, of) => go({ dialog, of: String(of) }, search.dialog !== undefined),
    close: () => go({ dialog: undefined, of: undefined }),
  };
}
