import type { PriceEntry, Property, Stored, Unit } from "../stored/stored.ts";

/** Thousandths of a dollar. */
const DEFAULT_PRICE = 15;

/** The price of a day in thousandths of a dollar: one that was set, else the default. */
export function priceOn(stored: Stored, property: Property, unit: Unit | null, day: string): number {
  return priceSetOn(stored, property, unit, day) ?? DEFAULT_PRICE;
}

/** What was given last for a day: for the unit (null: for none), else for its organization. Thousandths of a dollar. */
export function priceSetOn(stored: Stored, property: Property, unit: Unit | null, day: string): number | undefined {
  const own = property.prices.findLast(
    (entry) => unit !== null && entry.unitIds.includes(unit.id) && covers(entry, day),
  );
  if (own !== undefined) return own.price;
  const organization = property.organizationId === null ? undefined : stored.organizations.get(property.organizationId);
  return organization?.prices.findLast((entry) => covers(entry, day))?.price;
}

export function covers({ firstDay, lastDay }: PriceEntry, day: string): boolean {
  return (firstDay === null || firstDay <= day) && (lastDay === null || day <= lastDay);
}
