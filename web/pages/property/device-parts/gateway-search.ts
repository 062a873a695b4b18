import type { DeviceStatus, DeviceType } from "../../../../contract/inventory/devices.ts";
import { pageSizes } from "../../../app/list-page.ts";
import { today } from "../../../app/report/search/calendar.ts";
import { orderingOf, placeKinds } from "../../../app/report/search/report-search.ts";
import type { LinkPart } from "../../../app/report/search/report-search-fields.ts";
import { findLostParts } from "../../../app/report/search/unread.ts";
import { choiceOf, dayOf, idOf, idsOf, textOf } from "../../../app/search-text.ts";
import { deviceFields, dryFields, propertyFields } from "./gateway-queries.ts";
import type { AlertTab, DevicesListed, GatewaySearch } from "./gateway-search-fields.ts";

export const deviceStatuses = ["online", "delayed", "offline", "unknown"] as const satisfies readonly DeviceStatus[];
export const deviceTypes = ["gateway", "router", "meter"] as const satisfies readonly DeviceType[];

/** The lists of what needs a person, left to right. */
export const alertTabs = ["gateways-routers", "meters", "no-consumption"] as const satisfies readonly AlertTab[];

/** Which devices of an expanded property are listed; `seen`: those that ever reported, which ratios are based on. */
export const devicesListed = [
  "late",
  "online",
  "delayed",
  "offline",
  "unknown",
  "seen",
] as const satisfies readonly DevicesListed[];

/** The known values of a list, without duplicates; undefined if none or all of them are in the list. */
export function parseSelection<const W extends string>(value: unknown, known: readonly W[]): W[] | undefined {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const found = known.filter((option) => values.includes(option));
  return found.length === 0 || found.length === known.length ? undefined : found;
}

/** A day that has begun, or "now" for today; undefined for anything else. */
function asOfDay(value: unknown, now: string): string | undefined {
  const day = dayOf(value);
  if (day === undefined || day > now) return choiceOf(value, ["now"]);
  return day === now ? "now" : day;
}

function pageOf(value: unknown): number | undefined {
  const page = idOf(value);
  return page === 1 ? undefined : page;
}

/** Parses the search params of the screen; invalid ones, such as future days, are dropped and listed in `unread`. */
export function gatewaySearch(raw: Record<string, unknown>, now: string = today()): GatewaySearch {
  const read = readGateway(raw, now);
  const gone = [raw.missing].flat();
  const missing = placeKinds.filter((kind) => gone.includes(kind));
  return { ...read, missing: missing.length === 0 ? undefined : missing, unread: unreadOf(raw, read) };
}

function unreadOf(raw: Record<string, unknown>, read: GatewaySearch): LinkPart[] | undefined {
  const { status, device_type } = raw;
  const isWrong = {
    days: textOf(raw.date) !== undefined && read.date === undefined,
    page: [raw.page, raw.list_page].some((page) => textOf(page) !== undefined && idOf(page) === undefined),
    places: [raw.organization_id, raw.property_id, raw.building_id]
      .flat()
      .some((id) => textOf(id) !== undefined && idOf(id) === undefined),
    filters: hasOthers(status, deviceStatuses) || hasOthers(device_type, deviceTypes),
    tab: textOf(raw.tab) !== undefined && read.tab === undefined,
    ordering:
      (textOf(raw.ordering) !== undefined && read.ordering === undefined) ||
      (textOf(raw.list_ordering) !== undefined && read.list_ordering === undefined),
  };
  return findLostParts(raw, (part) => isWrong[part]);
}

function hasOthers(value: unknown, known: readonly string[]): boolean {
  return [value].flat().some((item) => textOf(item) !== undefined && !known.includes(String(item)));
}

function readGateway(raw: Record<string, unknown>, now: string): GatewaySearch {
  const size = (value: unknown) => pageSizes.find((known) => known === idOf(value) && known !== 10);
  return {
    date: asOfDay(raw.date, now),
    organization_id: idsOf(raw.organization_id),
    property_id: idsOf(raw.property_id),
    building_id: idsOf(raw.building_id),
    status: parseSelection(raw.status, deviceStatuses),
    device_type: parseSelection(raw.device_type, deviceTypes),
    tab: choiceOf(raw.tab, alertTabs),
    ordering: orderingOf(textOf(raw.ordering), [...deviceFields, ...dryFields]),
    page: pageOf(raw.page),
    page_size: size(raw.page_size),
    list_ordering: orderingOf(textOf(raw.list_ordering), propertyFields),
    list_page: pageOf(raw.list_page),
    list_page_size: size(raw.list_page_size),
    open: idsOf(raw.open),
    listed: choiceOf(raw.listed, devicesListed),
    dialog: choiceOf(raw.dialog, ["thresholds"]),
  };
}
