import type { DeviceStatus, DeviceType } from "../../../../contract/devices.ts";
import { pageSizes } from "../../../app/list-page.ts";
import { today } from "../../../app/report/calendar.ts";
import { orderingOf, type PlaceKind, placeKinds } from "../../../app/report/report-search.ts";
import { type LinkPart, partsSaid } from "../../../app/report/unread.ts";
import { dayOf, idOf, idsOf, textOf, wordOf } from "../../../app/search-text.ts";
import { deviceFields, dryFields, propertyFields } from "./gateway-query.ts";

export const deviceStatuses = ["online", "delayed", "offline", "unknown"] as const satisfies readonly DeviceStatus[];
export const deviceTypes = ["gateway", "router", "meter"] as const satisfies readonly DeviceType[];

/** The lists of what needs a person, left to right. */
export const alertTabs = ["gateways-routers", "meters", "no-consumption"] as const;
export type AlertTab = (typeof alertTabs)[number];

/** Which devices of an unfolded property are listed; "heard": those that were ever heard, of which ratios are. */
export const devicesListed = ["late", "online", "delayed", "offline", "unknown", "heard"] as const;
export type DevicesListed = (typeof devicesListed)[number];

/** What the URL of the screen says. A URL that names its date says all; one without is filled up. */
export interface GatewaySearch {
  /** "now", or the day at whose end the devices are looked at, yyyy-MM-dd. */
  date?: string;
  organization_id?: number[];
  property_id?: number[];
  building_id?: number[];
  status?: DeviceStatus[];
  device_type?: DeviceType[];
  /** Which list of critical alerts is open; left out: the first that has something in it. */
  tab?: AlertTab;
  /** Of the critical alerts: a column's field, with a leading minus for descending. */
  ordering?: string;
  /** As people count: 1, left out, is the first. */
  page?: number;
  page_size?: number;
  /** The same of the list of properties. */
  list_ordering?: string;
  list_page?: number;
  list_page_size?: number;
  /** The properties whose devices are unfolded. */
  open?: number[];
  /** Of the portfolio's screen: which of their devices; left out: those that `status` chooses, else those not online. */
  listed?: DevicesListed;
  dialog?: "thresholds";
  /** Places that the link which led here named, and that are not there or not to be seen: they were left out. */
  missing?: PlaceKind[];
  /** Parts of that link that made no sense: they were left out. */
  unread?: LinkPart[];
}

/** The words of a list that are known, each once; undefined where none is left, or where none is left out. */
export function wordsOf<const W extends string>(value: unknown, known: readonly W[]): W[] | undefined {
  const said: readonly unknown[] = Array.isArray(value) ? value : [value];
  const found = known.filter((word) => said.includes(word));
  return found.length === 0 || found.length === known.length ? undefined : found;
}

/** A day that has begun, or "now" for today; undefined for anything else. */
function asOfDay(value: unknown, now: string): string | undefined {
  const day = dayOf(value);
  if (day === undefined || day > now) return wordOf(value, ["now"]);
  return day === now ? "now" : day;
}

function pageOf(value: unknown): number | undefined {
  const page = idOf(value);
  return page === 1 ? undefined : page;
}

/** Reads the URL of the screen; what makes no sense in it is left out, days to come among it, and said to be. */
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
  return partsSaid(raw, (part) => isWrong[part]);
}

function hasOthers(value: unknown, known: readonly string[]): boolean {
  return [value].flat().some((word) => textOf(word) !== undefined && !known.includes(String(word)));
}

function readGateway(raw: Record<string, unknown>, now: string): GatewaySearch {
  const size = (value: unknown) => pageSizes.find((known) => known === idOf(value) && known !== 10);
  return {
    date: asOfDay(raw.date, now),
    organization_id: idsOf(raw.organization_id),
    property_id: idsOf(raw.property_id),
    building_id: idsOf(raw.building_id),
    status: wordsOf(raw.status, deviceStatuses),
    device_type: wordsOf(raw.device_type, deviceTypes),
    tab: wordOf(raw.tab, alertTabs),
    ordering: orderingOf(textOf(raw.ordering), [...deviceFields, ...dryFields]),
    page: pageOf(raw.page),
    page_size: size(raw.page_size),
    list_ordering: orderingOf(textOf(raw.list_ordering), propertyFields),
    list_page: pageOf(raw.list_page),
    list_page_size: size(raw.list_page_size),
    open: idsOf(raw.open),
    listed: wordOf(raw.listed, devicesListed),
    dialog: wordOf(raw.dialog, ["thresholds"]),
  };
}
