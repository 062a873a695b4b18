import type { DeviceStatus, DeviceType } from "../../../../contract/inventory/devices.ts";
import type { LinkPart, PlaceKind } from "../../../app/report/search/report-search-fields.ts";

/** The search params of the screen. A URL with a date is complete; one without is filled in. */
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

export type AlertTab = "gateways-routers" | "meters" | "no-consumption";

export type DevicesListed = "late" | "online" | "delayed" | "offline" | "unknown" | "seen";

/** The part of the product that the screen belongs to: what it asks, and where a meter's page is. */
export type DeviceArea = "property" | "portfolio";
