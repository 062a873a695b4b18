import type { OrganizationPrices, PropertyPrices } from "../../../../../../contract/costs/gallon-prices.ts";
import { DEFAULT_RATE } from "../../../../../app/report/headline/default-rate.ts";
import { allDays, type DaySpan, daysOf, isOn, sharedDays } from "./day-spans.ts";

/** The price of a gallon on days, and who set it. */
export interface HeldPrice {
  /** Dollars for a gallon. */
  cost: number;
  /** The units' own price, their organization's default, the product's default if none is set, or an unsaved one. */
  source: "own" | "organization" | "usual" | "new";
  /** Who set it and when; null: nobody, or the entry is too old to be in the history. */
  historyEntry: { id: number; made_by: string; made_at: string } | null;
}

export type HeldDays = HeldPrice & DaySpan;

/** A price that is typed and not saved. */
export interface NewPrice extends DaySpan {
  /** null: all of the property. */
  unit_ids: readonly number[] | null;
  cost: number;
}

/** Units that have the same prices on all days. */
export interface PriceLane {
  unit_ids: readonly number[];
  /** What holds: each day lies in exactly one of them. */
  now: readonly HeldDays[];
  /** What would hold with the new price; null: it is not for these units. */
  then: readonly HeldDays[] | null;
}

type PricesWithHistory = Pick<PropertyPrices, "prices" | "history">;
type DefaultsWithHistory = Pick<OrganizationPrices, "prices" | "history">;

/**
 * What a gallon costs at the units of a property, day by day: a unit's own price wins over its organization's default, that
 * over the usual one. Units with the same prices on all days are one lane, those that the new price is for first, then the
 * larger ones.
 * @param unitIds all units of the property
 * @param defaults undefined: the property has no organization
 */
export function priceLanes(
  unitIds: readonly number[],
  { prices, history }: PricesWithHistory,
  defaults: DefaultsWithHistory | undefined,
  planned: NewPrice | undefined,
): PriceLane[] {
  const [own, historyEntries] = [prices.map(forUnits), history.map(forUnits)];
  const isPlanned = (unit: number) =>
    planned !== undefined && (planned.unit_ids === null || planned.unit_ids.includes(unit));
  const alike = Map.groupBy(unitIds, (unit) =>
    [...own.map(({ units }) => units.has(unit)), ...historyEntries.map(({ units }) => units.has(unit)), isPlanned(unit)]
      .map(Number)
      .join(""),
  );
  const lanes = new Map<string, PriceLane>();
  for (const units of alike.values()) {
    const [one = 0] = units;
    const ofOne = <T extends { units: ReadonlySet<number> }>(entries: readonly T[]) =>
      entries.filter((entry) => entry.units.has(one));
    const now = heldDays(ofOne(own), ofOne(historyEntries), defaults);
    const then = planned !== undefined && isPlanned(one) ? withNew(now, planned) : null;
    const key = JSON.stringify([now, then]);
    lanes.set(key, { unit_ids: [...(lanes.get(key)?.unit_ids ?? []), ...units], now, then });
  }
  const weight = ({ then, unit_ids }: PriceLane) => (then === null ? 0 : unitIds.length) + unit_ids.length;
  return [...lanes.values()].sort((a, b) => weight(b) - weight(a));
}

function forUnits<T extends { unit_ids: readonly number[]; start_date: string; end_date: string | null }>(entry: T) {
  return { ...entry, ...daysOf(entry), units: new Set(entry.unit_ids) };
}

type Price = DaySpan & { cost: number };
type HistoryEntry = Price & NonNullable<HeldPrice["historyEntry"]>;

function heldDays(
  own: readonly Price[],
  historyEntries: readonly HistoryEntry[],
  defaults: DefaultsWithHistory | undefined,
): HeldDays[] {
  const usual = (defaults?.prices ?? []).map((entry) => ({ ...entry, ...daysOf(entry) }));
  const usualHistory = (defaults?.history ?? []).map((entry) => ({ ...entry, ...daysOf(entry) }));
  const holds = (day: string): HeldPrice => {
    const mine = own.find((price) => isOn(day, price));
    if (mine !== undefined)
      return { cost: mine.cost, source: "own", historyEntry: latestEntry(historyEntries, mine.cost, day) };
    const theirs = usual.find((price) => isOn(day, price));
    if (theirs === undefined) return { cost: DEFAULT_RATE, source: "usual", historyEntry: null };
    return { cost: theirs.cost, source: "organization", historyEntry: latestEntry(usualHistory, theirs.cost, day) };
  };
  return allDays([...own, ...historyEntries, ...usual, ...usualHistory], holds, isSamePrice);
}

/** The newest entry for a day. Entries come newest first; the history has only the newest hundred. */
function latestEntry(historyEntries: readonly HistoryEntry[], cost: number, day: string): HeldPrice["historyEntry"] {
  const latest = historyEntries.find((one) => isOn(day, one));
  if (latest === undefined || latest.cost !== cost) return null;
  return { id: latest.id, made_by: latest.made_by, made_at: latest.made_at };
}

function isSamePrice(one: HeldPrice, other: HeldPrice): boolean {
  return one.cost === other.cost && one.source === other.source && one.historyEntry?.id === other.historyEntry?.id;
}

function withNew(now: readonly HeldDays[], planned: NewPrice): HeldDays[] {
  const holds = (day: string): HeldPrice => {
    if (isOn(day, planned)) return { cost: planned.cost, source: "new", historyEntry: null };
    const { cost, source, historyEntry } = now.find((span) => isOn(day, span)) ?? {
      cost: DEFAULT_RATE,
      source: "usual",
      historyEntry: null,
    };
    return { cost, source, historyEntry };
  };
  return allDays([...now, planned], holds, isSamePrice);
}

/** What a new price takes the place of, at so many units; the days outside of it stay as they are. */
export function replacedDays(lanes: readonly PriceLane[], planned: DaySpan): (HeldDays & { units: number })[] {
  const found = new Map<string, HeldDays & { units: number }>();
  for (const { now, then, unit_ids } of lanes) {
    if (then === null) continue;
    for (const span of now) {
      const shared = sharedDays(span, planned);
      if (shared === null) continue;
      const key = [shared.first, shared.last, span.cost, span.source, span.historyEntry?.id].join();
      found.set(key, { ...span, ...shared, units: (found.get(key)?.units ?? 0) + unit_ids.length });
    }
  }
  return [...found.values()].sort((a, b) => a.first.localeCompare(b.first) || b.units - a.units);
}

/** Whether an entry on record still decides what a gallon costs: on all its days at all its units, on some, on none. */
export function standing(
  lanes: readonly PriceLane[],
  entry: PricesWithHistory["history"][number],
): "all" | "some" | "none" {
  const days = daysOf(entry);
  let [held, lost] = [false, false];
  for (const { unit_ids, now } of lanes) {
    if (!unit_ids.some((unit) => entry.unit_ids.includes(unit))) continue;
    for (const span of now) {
      if (sharedDays(span, days) === null) continue;
      if (span.source === "own" && span.historyEntry?.id === entry.id) held = true;
      else lost = true;
    }
  }
  return held ? (lost ? "some" : "all") : "none";
}
