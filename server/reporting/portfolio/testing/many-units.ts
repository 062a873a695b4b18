import type { Connections } from "../../../database/connect.ts";
import type { AttachedTo } from "../../../readings/meter-day.ts";
import { everyHour, writeDay } from "../../testing/hours.ts";
import { addMeter, addOrganization, addProperty, addUnit, type TestUnit } from "../../testing/places.ts";
import { rollUp } from "../../testing/roll-up.ts";

export const manyUnitsNow = "2026-06-10T05:30:00Z";
const DAYS = ["2026-06-04", "2026-06-05", "2026-06-06", "2026-06-07", "2026-06-08", "2026-06-09"];

/** Dollars per gallon by day: of an organization that changed its mind, of one with a gap, and without any. */
const EAST = (day: string) => (day < "2026-06-06" ? 0.02 : day < "2026-06-08" ? 0.015 : 0.03);
const WEST = (day: string) => (day === "2026-06-07" ? 0.05 : 0.015);
const NONE = () => 0.015;

/**
 * Four properties, two of one organization, with units of 0 to 8 bedrooms, of which many days are missing and many leak,
 * by a pattern that is always the same. `leakCosts` are the dollars for all leaks of each property, rounded to cents.
 */
export async function manyUnits(connections: Connections) {
  const { worker } = connections;
  const east = await addOrganization(connections, "East");
  const west = await addOrganization(connections, "West");
  await worker
    .insertInto("organization_prices")
    .values([
      { organization_id: east, last_day: "2026-06-05", price: 0.02 },
      { organization_id: east, first_day: "2026-06-08", last_day: "2026-06-30", price: 0.03 },
      { organization_id: west, first_day: "2026-06-07", last_day: "2026-06-07", price: 0.05 },
    ])
    .execute();
  const given = [
    { name: "A", organization_id: east, price: EAST },
    { name: "B", organization_id: east, price: EAST },
    { name: "C", organization_id: west, price: WEST },
    { name: "D", price: NONE },
  ];
  const propertyIds: number[] = [];
  const units: { id: number; property: number; bedrooms: number; heaterLeaks: string[] }[] = [];
  const leakCosts: number[] = [];
  for (const [index, { price, ...place }] of given.entries()) {
    const property = await addProperty(connections, { ...place, time_zone: "America/New_York" });
    propertyIds.push(property.id);
    let cost = 0;
    for (const [at, bedrooms] of [0, 1, 2, 2, 6, 7, 8].slice(0, 4 + index).entries()) {
      const unit = await addUnit(connections, property, "Main", `${at}`, bedrooms);
      const ownPrice = at === 2 ? 0.1 : null;
      if (ownPrice !== null) await setPrice(connections, unit, ownPrice);
      const heaterLeaks: string[] = [];
      const meters = await metersOf(connections, unit, index + at);
      for (const [number, day] of DAYS.entries()) {
        const turn = index * 5 + at * 3 + number;
        if (turn % 7 === 0) continue;
        const [toilet, heater] = [turn % 3 === 0 ? 200 : 0, turn % 4 === 0 ? 100 : 0];
        const leaks = { SPOE: toilet + heater, Toilet: toilet, "Water Heater": heater };
        for (const meter of meters) {
          const leaked = leaks[meter.point];
          const gallons = everyHour(1_000 + turn, turn % 5 === 0 ? 12 : 24);
          await writeDay(connections, meter.meter, day, { gallons, leaked: gallons.map(() => leaked) });
          if (meter.point === "SPOE")
            cost += (leaked / 1000) * gallons.length * (dayPrice(ownPrice, day) ?? price(day));
        }
        if (heater > 0) heaterLeaks.push(day);
      }
      units.push({ id: unit.unitId ?? 0, property: index, bedrooms, heaterLeaks });
    }
    await rollUp(connections, property);
    leakCosts.push(Math.round(cost * 100) / 100);
  }
  return { who: { organizationIds: [east, west], propertyIds }, propertyIds, units, leakCosts };
}

/** The unit's own price holds on two days. */
const dayPrice = (own: number | null, day: string) => (day === "2026-06-05" || day === "2026-06-06" ? own : null);

async function setPrice({ worker }: Connections, unit: TestUnit, price: number) {
  await worker
    .insertInto("unit_prices")
    .values({
      property_id: unit.property.id,
      unit_id: unit.unitId ?? 0,
      first_day: "2026-06-05",
      last_day: "2026-06-06",
      price,
    })
    .execute();
}

async function metersOf(connections: Connections, unit: TestUnit, serial: number) {
  const points = ["SPOE", "Toilet", "Water Heater"] as const satisfies readonly AttachedTo[];
  const meters = [];
  for (const point of points) {
    meters.push({ point, meter: await addMeter(connections, unit, point, `${unit.unitId} ${serial} ${point}`) });
  }
  return meters;
}
