import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ListState } from "../../../../app/report/table/ListTable.tsx";
import { type ListView, listView } from "../../list/list-view.ts";
import type { NamedDialogProps } from "../../list/NamedDialog.tsx";
import { type InventoryDialog, type InventorySearch, type InventoryTab, inventorySearch } from "./inventory-search.ts";

/** The inventory's view: its search params and the functions that change them. */
export interface InventoryView extends ListView<InventoryDialog> {
  propertyId: number;
  search: InventorySearch;
  tab: InventoryTab;
  setTab(tab: InventoryTab): void;
  /** Filters of the list; resets its page. */
  setFilters(filters: Partial<InventorySearch>): void;
  /** The pages of the list beside it. */
  otherList: ListState;
}

/** @param propertyId whose inventory it is */
export function useInventory(propertyId: number): InventoryView {
  const navigate = useNavigate({ from: "/admin/properties/$propertyId" });
  const search = useSearch({ from: "/signed-in/admin/properties/$propertyId" });
  const go = (changed: Record<string, unknown>, replace = false) =>
    void navigate({ search: (before) => inventorySearch({ ...before, ...changed }), replace, resetScroll: false });
  const { other_page = 1 } = search;
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
    ...listView(search, go),
    otherList: {
      page: other_page - 1,
      pageSize: 10,
      setOrdering: () => {},
      setPage: (next, replace) => go({ other_page: next === 0 ? undefined : next + 1 }, replace),
    },
  };
}

/** What every dialog over the inventory gets. */
export type InventoryDialogProps = NamedDialogProps<InventoryView>;
