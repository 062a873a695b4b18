import type { Connections } from "../../../database/connect.ts";
import { everyHour, writeDay } from "../../testing/hours.ts";
import { addMeter, addOrganization, addProperty, addUnit } from "../../testing/places.ts";
import { rollUp } from "../../testing/roll-up.ts";

/** 01:30 on 10 June in New York: yesterday is the 9th. */
export const fourPropertiesNow = "2026-06-10T05:30:00Z";

const DAY_BEFORE = "2026-06-08";
const YESTERDAY = "2026-06-09";

/**
 * Elm ($0.02 a gallon; a studio with $0.05 from yesterday on, and two bedrooms with leaks of a toilet, a heater and
 * something else), Fir ($0.02, three bedrooms, most of its water leaks since yesterday), Oak (no organization, no water
 * runs) and Ash (no meter has data).
 */
export async function fourProperties(connections: Connections) {
  const organization = await addOrganization(connections, "East", 0.02);
  const place = (name: string, state: string) => ({ name, state, time_zone: "America/New_York" });
  const elm = await addProperty(connections, { ...place("Elm", "NY"), organization_id: organization });
  const fir = await addProperty(connections, { ...place("Fir", "NJ"), organization_id: organization });
  const oak = await addProperty(connections, place("Oak", "NY"));
  const ash = await addProperty(connections, place("Ash", ""));
  const write = (meter: Parameters<typeof writeDay>[1], day: string, gallons: number, leaked = 0) =>
    writeDay(connections, meter, day, { gallons: everyHour(gallons), leaked: everyHour(leaked) });

  const studio = await addUnit(connections, elm, "Main", "Studio", 0);
  const home = await addUnit(connections, elm, "Main", "Home", 2);
  const studioMeter = await addMeter(connections, studio, "SPOE", "studio");
  await write(studioMeter, DAY_BEFORE, 2_000);
  await write(studioMeter, YESTERDAY, 5_000);
  const [whole, toilet, heater] = [
    await addMeter(connections, home, "SPOE", "home"),
    await addMeter(connections, home, "Toilet", "toilet"),
    await addMeter(connections, home, "Water Heater", "heater"),
  ];
  await write(whole, DAY_BEFORE, 8_000, 500);
  await write(toilet, DAY_BEFORE, 3_000, 500);
  await write(heater, DAY_BEFORE, 2_000);
  await write(whole, YESTERDAY, 10_000, 1_000);
  await write(toilet, YESTERDAY, 3_000, 500);
  await write(heater, YESTERDAY, 2_000, 250);
  await connections.worker
    .insertInto("unit_prices")
    .values({ property_id: elm.id, unit_id: studio.unitId ?? 0, first_day: YESTERDAY, price: 0.05 })
    .execute();

  const firMeter = await addMeter(connections, await addUnit(connections, fir, "Main", "1", 3), "SPOE", "fir");
  await write(firMeter, DAY_BEFORE, 1_000);
  await write(firMeter, YESTERDAY, 1_000, 750);
  const oakMeter = await addMeter(connections, await addUnit(connections, oak, "Main", "1", 1), "SPOE", "oak");
  await write(oakMeter, DAY_BEFORE, 0);
  await write(oakMeter, YESTERDAY, 0);
  await addMeter(connections, await addUnit(connections, ash, "Main", "1", 8), "SPOE", "ash");
  for (const property of [elm, fir, oak, ash]) await rollUp(connections, property);
  return {
    organization,
    properties: { elm: elm.id, fir: fir.id, oak: oak.id, ash: ash.id },
    manager: { organizationIds: [organization], propertyIds: [elm.id, fir.id, oak.id, ash.id] },
  };
}
