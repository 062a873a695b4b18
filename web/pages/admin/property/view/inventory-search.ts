import type { Occupancy } from "../../../../../contract/inventory/occupancy.ts";
import { type ListPage, listPage } from "../../../../app/list-page.ts";
import { choiceOf, idOf, idsOf, textOf } from "../../../../app/search-text.ts";

/** The tabs beside the first, the buildings and units. */
const otherTabs = ["meters", "gateways", "occupancy"] as const;
export type InventoryTab = "units" | (typeof otherTabs)[number];

/** Everything that opens over the screen. Those marked "of" are about one row of a list. */
const dialogs = [
  "upload",
  "add-building",
  "building",
  "remove-building",
  "add-unit",
  "unit",
  "remove-unit",
  "add-point",
  "point",
  "remove-point",
  "add-meter",
  "meter",
  "place-meter",
  "take-away",
  "continuous-use",
  "swap",
  "remove-meter",
  "add-gateway",
  "gateway",
  "remove-gateway",
  "add-token",
  "revoke-token",
  "uplink-mapping",
  "add-occupancy",
  "rent-roll",
] as const;
export type InventoryDialog = (typeof dialogs)[number];

const occupancies = ["vacant", "looks vacant", "occupied", "unknown"] as const satisfies readonly Occupancy[];
const occupancyFields = ["building_name", "unit_name", "last_7_days_gallons", "occupancy", "as_of"] as const;
export type OccupancyOrdering = (typeof occupancyFields)[number] | `-${(typeof occupancyFields)[number]}`;

/** The search params of a property's inventory. */
export interface InventorySearch extends ListPage {
  tab?: Exclude<InventoryTab, "units"> | undefined;
  /** Of the meters' tab, the other list: all points, those without a meter among them. */
  list?: "points" | undefined;
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  /** Part of a serial number. */
  search?: string | undefined;
  occupancy?: Occupancy[] | undefined;
  /** Of the occupancy alone: the other lists have one order. */
  ordering?: OccupancyOrdering | undefined;
  /** Of the list above or below the main one of a tab: buildings, tokens. */
  other_page?: number | undefined;
  dialog?: InventoryDialog | undefined;
  /** What the dialog is about: an id, or a gateway's serial number. */
  of?: string | undefined;
}

/** Reads the URL; what makes no sense in it is left out. */
export function inventorySearch(raw: Record<string, unknown>): InventorySearch {
  const dialog = choiceOf(raw.dialog, dialogs);
  const requested: readonly unknown[] = Array.isArray(raw.occupancy) ? raw.occupancy : [raw.occupancy];
  const chosen = occupancies.filter((known) => requested.includes(known));
  const orderings = occupancyFields.flatMap((field) => [field, `-${field}` as const]);
  return {
    tab: choiceOf(raw.tab, otherTabs),
    list: choiceOf(raw.list, ["points"]),
    building_id: idsOf(raw.building_id),
    unit_id: idsOf(raw.unit_id),
    search: textOf(raw.search)?.slice(0, 100),
    occupancy: chosen.length === 0 || chosen.length === occupancies.length ? undefined : chosen,
    ordering: choiceOf(raw.ordering, orderings),
    ...listPage(raw),
    other_page: idOf(raw.other_page),
    dialog,
    of: dialog === undefined ? undefined : textOf(raw.of),
  };
}
