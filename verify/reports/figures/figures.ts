import { dayText } from "../../../server/time/local-day.ts";
import type { LeakKind, Meter, Property, Stored, Unit } from "../stored/stored.ts";
import { hasData, type MeterFigures, meterFigures } from "./meter-figures.ts";
import { priceOn } from "./prices.ts";
import type { Rules } from "./rules.ts";
import { type UnitFigures, unitFigures } from "./unit-figures.ts";

/** Figures of a state of the database by one set of rules, each worked out when it is first requested. */
export class Figures {
  readonly stored: Stored;
  readonly rules: Rules;
  readonly #meters = new Map<string, MeterFigures | null>();
  readonly #units = new Map<string, UnitFigures | null>();
  readonly #told = new Map<number, number[]>();
  readonly #prices = new Map<string, number>();

  constructor(stored: Stored, rules: Rules) {
    this.stored = stored;
    this.rules = rules;
  }

  /** null: nothing is stored of that day. @param day since 1970-01-01, local */
  meter(meter: Meter, day: number): MeterFigures | null {
    const key = `${meter.id} ${day}`;
    let found = this.#meters.get(key);
    if (found === undefined) {
      const hours = meter.days.get(day);
      found = hours === undefined ? null : meterFigures(hours, this.rules);
      this.#meters.set(key, found);
    }
    return found;
  }

  /** null: of that day no meter of the unit tells anything. */
  unit(property: Property, unit: Unit, day: number): UnitFigures | null {
    const key = `${unit.id} ${day}`;
    let found = this.#units.get(key);
    if (found === undefined) {
      found = unitFigures(property, unit, day, this.rules);
      this.#units.set(key, found);
    }
    return found;
  }

  /** Local days of which some meter of a property tells something, the first and the last; null: none. */
  dataRange(property: Property): { first: number; last: number } | null {
    let days = this.#told.get(property.id);
    if (days === undefined) {
      days = property.meters.flatMap((meter) =>
        [...meter.days].filter(([, hours]) => hasData(hours)).map(([day]) => day),
      );
      this.#told.set(property.id, days);
    }
    return days.length === 0 ? null : { first: Math.min(...days), last: Math.max(...days) };
  }

  /** The price of a gallon for a unit (null: at none) on a day, in thousandths of a dollar. */
  price(property: Property, unit: Unit | null, day: number): number {
    const key = `${property.id} ${unit?.id} ${day}`;
    let price = this.#prices.get(key);
    if (price === undefined) {
      price = priceOn(this.stored, property, unit, dayText(day));
      this.#prices.set(key, price);
    }
    return price;
  }

  /** Leaks of a meter that are more than suspected, or of all. */
  leaksOf(property: Property, meter: Meter): Property["leaks"] {
    return property.leaks.filter(
      (leak) => leak.meterId === meter.id && (this.rules.suspectedLeaks || !leak.isSuspected),
    );
  }
}

export function kindOf(attachedTo: string): LeakKind {
  if (attachedTo === "Toilet") return "toilet leak";
  return attachedTo === "Water Heater" ? "water heater" : "other leak";
}
