import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ListState } from "../../../app/report/ListTable.tsx";
import type { InventoryDialog, InventorySearch, InventoryTab } from "./inventory-search.ts";

/** The inventory's view as its parts use it: what the URL says, and the ways to change it. */
export interface InventoryView {
  propertyId: number;
  search: InventorySearch;
  tab: InventoryTab;
  setTab(tab: InventoryTab): void;
  /** Filters of the list; its page begins anew. */
  setFilters(filters: Partial<InventorySearch>): void;
  /** The pages of the main list of a tab. */
  list: ListState;
  /** The pages of the list beside it. */
  otherList: ListState;
  open(dialog: InventoryDialog, of?: string | number): void;
  close(): void;
}

/** @param propertyId whose inventory it is */
export function useInventory(propertyId: number): InventoryView {
  const navigate = useNavigate({ from: "/admin/properties/$propertyId" });
  const search = useSearch({ from: "/signed-in/admin/properties/$propertyId" });
  const go = (changed: Partial<InventorySearch>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace, resetScroll: false });
  const { page = 1, page_size = 10, other_page = 1 } = search;
  return {
    propertyId,
    search,
    tab: search.tab ?? "units",
    setTab: (tab) =>
      void navigate({
        search: { tab: tab === "units" ? undefined : tab, page_size: search.page_size },
        resetScroll: false,
      }),
    setFilters: (filters) => go({ ...filters, page: undefined }),
    list: {
      page: page - 1,
      pageSize: page_size,
      setOrdering: () => {},
      setPage: (next, replace) => go({ page: next === 0 ? undefined : next + 1 }, replace),
      setPageSize: (size) => go({ page_size: size === 10 ? undefined : size, page: undefined }),
    },
    otherList: {
      page: other_page - 1,
      pageSize: 10,
      setOrdering: () => {},
      setPage: (next, replace) => go({ other_page: next === 0 ? undefined : next + 1 }, replace),
    },
    // One dialog after another is one step: Back closes them all.
    open: (dialog, of) => go({ dialog, of: of === undefined ? undefined : String(of) }, search.dialog !== undefined),
    close: () => go({ dialog: undefined, of: undefined }),
  };
}
