import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ListState } from "../../app/report/table/ListTable.tsx";
import type { AlertGroup } from "./alert-groups.ts";
import { type AlertState, type AlertsSearch, alertsSearch } from "./alerts-search.ts";

/** The alerts' view: its search params and the functions that change them. */
export interface AlertsView {
  search: AlertsSearch;
  list: ListState;
  setAbout(about: AlertGroup | undefined): void;
  setState(state: AlertState): void;
  setProperties(ids: number[] | undefined): void;
}

export function useAlerts(): AlertsView {
  const navigate = useNavigate({ from: "/alerts" });
  const search = useSearch({ from: "/signed-in/alerts" });
  const go = (changed: Record<string, unknown>, replace = false) =>
    void navigate({ search: (before) => alertsSearch({ ...before, ...changed }), replace, resetScroll: false });
  return {
    search,
    list: {
      page: (search.page ?? 1) - 1,
      pageSize: search.page_size ?? 10,
      // Alerts have one order.
      setOrdering: () => {},
      setPage: (page, replace) => go({ page: page + 1 }, replace),
      setPageSize: (page_size) => go({ page_size, page: undefined }),
    },
    setAbout: (about) => go({ about, page: undefined }),
    setState: (state) => go({ state, page: undefined }),
    setProperties: (property_id) => go({ property_id, page: undefined }),
  };
}
