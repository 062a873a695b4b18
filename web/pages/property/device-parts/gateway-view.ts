import type { ListState } from "../../../app/report/table/ListTable.tsx";
import { forgetGateway, saveGateway } from "./gateway-saved.ts";
import type { AlertTab, DeviceArea, DevicesListed, GatewaySearch } from "./gateway-search-fields.ts";

type Filters = Pick<
  GatewaySearch,
  "date" | "organization_id" | "property_id" | "building_id" | "status" | "device_type"
>;

/** One of the screen's tables; without an ordering it has its own. */
export interface TableState extends ListState {
  ordering: string | undefined;
}

/** The screen's view: its search params and the functions that change them. */
export interface GatewayView {
  area: DeviceArea;
  search: GatewaySearch;
  /** Any change of filters goes to the first pages and folds the properties; one of places takes buildings off. */
  setFilters(filters: Filters): void;
  /** Takes off what is not offered (any more), as if it had never been chosen. */
  dropFilters(filters: Filters): void;
  /** Another list resets ordering and page. */
  setTab(tab: AlertTab): void;
  /** A list of devices without any other filter of statuses and types: what a figure of a card counts. */
  showList(tab: AlertTab, filters: Pick<Filters, "status" | "device_type">): void;
  alerts: TableState;
  properties: TableState;
  toggleProperty(id: number): void;
  /** Which devices of the expanded properties are listed; undefined: by `status`, else those not online. */
  setListed(listed: DevicesListed | undefined): void;
  /** One property alone, with its devices unfolded. */
  showProperty(id: number): void;
  /** The worst properties first, whatever was chosen of statuses and types, one of them unfolded where named. */
  showWorst(id?: number): void;
  /** Unfolds a property among the others, with these of its devices. */
  listDevices(id: number, listed: DevicesListed): void;
  /** Opens the dialog over the screen, or closes it; Back closes it, too. */
  setDialog(dialog: "thresholds" | undefined): void;
  /** Back to the screen's defaults, on the same list of alerts; what it kept is forgotten. */
  reset(): void;
  /** Dismisses the notice about the opened link; so does every other change. */
  dismissNotice(): void;
}

const folded = { page: undefined, list_page: undefined, open: undefined, listed: undefined };

function hasPlaces(filters: Filters): boolean {
  return "organization_id" in filters || "property_id" in filters;
}

/** Without the notice about the opened link. */
function unsaid({ missing: _missing, unread: _unread, ...search }: GatewaySearch): GatewaySearch {
  return search;
}

/**
 * Builds the view over the URL. Every change but of pages is kept.
 * @param search the search params when the screen was rendered
 * @param go navigates to params computed from the latest ones: a previous change may not be rendered yet
 */
export function gatewayView(
  area: DeviceArea,
  search: GatewaySearch,
  go: (next: (latest: GatewaySearch) => GatewaySearch, replace?: boolean) => void,
): GatewayView {
  const change = (patch: GatewaySearch, { replace = false, from = unsaid } = {}) =>
    go((latest) => {
      const next = { ...from(latest), ...patch };
      saveGateway(next);
      return next;
    }, replace);
  const turn = (page: GatewaySearch, replace?: boolean) =>
    go((latest) => ({ ...(replace ? latest : unsaid(latest)), ...page }), replace);
  const patch = (next: GatewaySearch, replace: boolean) => go((latest) => ({ ...unsaid(latest), ...next }), replace);
  const pageOf = (page: number) => (page === 0 ? undefined : page + 1);
  const sizeOf = (size: number) => (size === 10 ? undefined : size);
  return {
    area,
    search,
    setFilters: (filters) =>
      change({ ...folded, ...(hasPlaces(filters) ? { building_id: undefined } : {}), ...filters }),
    dropFilters: (filters) => change({ ...folded, ...filters }, { replace: true, from: (latest) => latest }),
    setTab: (tab) => change({ tab, ordering: undefined, page: undefined }),
    showList: (tab, { status, device_type }) => change({ ...folded, tab, ordering: undefined, status, device_type }),
    alerts: {
      ordering: search.ordering,
      page: (search.page ?? 1) - 1,
      pageSize: search.page_size ?? 10,
      setOrdering: (ordering) => change({ ordering, page: undefined }),
      setPage: (page, replace) => turn({ page: pageOf(page) }, replace),
      setPageSize: (size) => change({ page_size: sizeOf(size), page: undefined }),
    },
    properties: {
      ordering: search.list_ordering,
      page: (search.list_page ?? 1) - 1,
      pageSize: search.list_page_size ?? 10,
      setOrdering: (list_ordering) => change({ list_ordering, list_page: undefined }),
      setPage: (page, replace) => turn({ list_page: pageOf(page) }, replace),
      setPageSize: (size) => change({ list_page_size: sizeOf(size), list_page: undefined }),
    },
    toggleProperty: (id) =>
      go((latest) => {
        const { open = [] } = latest;
        const next = open.includes(id) ? open.filter((other) => other !== id) : [...open, id];
        return { ...unsaid(latest), open: next.length === 0 ? undefined : next };
      }, true),
    showProperty: (id) =>
      change({ ...folded, organization_id: undefined, building_id: undefined, property_id: [id], open: [id] }),
    showWorst: (id) => {
      const open = id === undefined ? undefined : [id];
      change({ ...folded, list_ordering: undefined, status: undefined, device_type: undefined, open });
    },
    listDevices: (id, listed) =>
      go((latest) => ({ ...unsaid(latest), open: [...new Set([...(latest.open ?? []), id])], listed }), true),
    setListed: (listed) => patch({ listed }, true),
    setDialog: (dialog) => patch({ dialog }, dialog === undefined),
    reset: () => {
      forgetGateway();
      go(({ tab }) => ({ date: "now", tab }));
    },
    dismissNotice: () => go(unsaid, true),
  };
}
