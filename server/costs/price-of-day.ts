import { type RawBuilder, sql } from "kysely";

/** Thousandths of a dollar per gallon where no price is set. */
export const DEFAULT_MILLS = 15;

/**
 * SQL: the price of a gallon at a unit on a day, in thousandths of a dollar: that set for the unit and covering the
 * day, else that of its organization, else the product's default; with fractions where it was set per another measure.
 * Volumes in thousandths of a gallon times it are millionths of a dollar, exactly.
 * @param place columns or expressions; a unit of null has no price of its own
 */
export function millsOf(place: {
  propertyId: RawBuilder<unknown>;
  unitId: RawBuilder<unknown>;
  day: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  return sql`coalesce(${setMillsOf(place)}, ${DEFAULT_MILLS}::numeric)`;
}

/** The same without the default: null where no price is set. */
function setMillsOf(place: Parameters<typeof millsOf>[0]): RawBuilder<unknown> {
  return sql`coalesce(
    (select price * 1000 from unit_prices
      where unit_prices.property_id = ${place.propertyId} and unit_prices.unit_id = ${place.unitId}
        and ${place.day} between unit_prices.first_day and unit_prices.last_day),
    (select organization_prices.price * 1000 from properties
      join organization_prices on organization_prices.organization_id = properties.organization_id
      where properties.id = ${place.propertyId}
        and ${place.day} between organization_prices.first_day and organization_prices.last_day))`;
}

/** Millionths of a dollar as dollars and cents, rounded once. null stays null. */
export function asDollars(millionths: number): number;
export function asDollars(millionths: number | null): number | null;
export function asDollars(millionths: number | null): number | null {
  return millionths === null ? null : Math.round(millionths / 10_000) / 100;
}
