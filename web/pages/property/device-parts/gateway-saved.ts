import { gatewaySearch } from "./gateway-search.ts";
import type { GatewaySearch } from "./gateway-search-fields.ts";

/** Beside the views of the other screens, so that all of them are forgotten together. */
const key = "dripline.view.gateway";

/** Keeps the screen's filters in this browser; not the pages, what is unfolded, or an open dialog. */
export function saveGateway(search: GatewaySearch): void {
  const { page: _page, list_page: _listPage, open: _open, listed: _listed, dialog: _dialog, ...rest } = search;
  const { missing: _missing, unread: _unread, date, ...kept } = rest;
  localStorage.setItem(key, JSON.stringify(date === "now" ? kept : { ...kept, date }));
}

/** Forgets them. */
export function forgetGateway(): void {
  localStorage.removeItem(key);
}

function savedGateway(): GatewaySearch {
  try {
    const view: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    const {
      missing: _missing,
      unread: _unread,
      ...kept
    } = gatewaySearch({ ...(typeof view === "object" ? view : {}) });
    return kept;
  } catch {
    return {};
  }
}

/**
 * The whole view of a URL without a date: missing parts are filled from the saved view, then from the screen's
 * defaults. Places come from one source, never mixed. Null: the URL is complete.
 */
export function completeGateway(search: GatewaySearch): GatewaySearch | null {
  if (search.date !== undefined) return null;
  const { organization_id, property_id, building_id, ...kept } = savedGateway();
  const namesPlace = search.organization_id ?? search.property_id ?? search.building_id;
  const places = namesPlace ? {} : { organization_id, property_id, building_id };
  return { date: "now", ...withoutUndefined(kept), ...places, ...withoutUndefined(search) };
}

function withoutUndefined(search: GatewaySearch): GatewaySearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
