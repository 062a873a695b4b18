import type { Connections } from "../../database/connect.ts";
import { addLeak, everyHour, writeDay } from "./hours.ts";
import { addBuilding, addMeter, addOrganization, addProperty, addUnit } from "./places.ts";
import { rollUp } from "./roll-up.ts";

/** 01:30 on 10 June in New York, 19:30 on 9 June in Honolulu: yesterday is the 9th there and the 8th here. */
export const twoZonesNow = "2026-06-10T05:30:00Z";

/**
 * Elm Court (New York, $0.02 a gallon): Unit 2 leaks at the toilet and elsewhere, Unit 10 has no leak and its heater's
 * meter no data, the building's meter leaks. Palm House (Honolulu, no price set) leaks at its only unit. Foreign House
 * belongs to another tenant and has a meter with the serial of one in Elm Court.
 */
export async function twoZones(connections: Connections) {
  const east = await addOrganization(connections, "East", 0.02);
  const west = await addOrganization(connections, "West");
  const other = await addOrganization(connections, "Other", 9);
  const elm = await addProperty(connections, {
    name: "Elm Court",
    organization_id: east,
    time_zone: "America/New_York",
    state: "NY",
  });
  const palm = await addProperty(connections, {
    name: "Palm House",
    organization_id: west,
    time_zone: "Pacific/Honolulu",
    state: "HI",
  });
  const foreign = await addProperty(connections, {
    name: "Foreign House",
    organization_id: other,
    time_zone: "America/New_York",
  });

  const unit10 = await addUnit(connections, elm, "North", "Unit 10", 0);
  const unit2 = await addUnit(connections, elm, "North", "Unit 2", 2);
  const yard = await addBuilding(connections, elm, "Yard");
  const elmMeters = {
    home2: await addMeter(connections, unit2, "SPOE", "elm-2"),
    toilet2: await addMeter(connections, unit2, "Toilet", "elm-2-toilet"),
    home10: await addMeter(connections, unit10, "SPOE", "elm-10"),
    master: await addMeter(connections, yard, "Building", "elm-master"),
  };
  await addMeter(connections, unit10, "Water Heater", "elm-10-heater");
  const day = { flowTime: everyHour(30), events: everyHour(2) };
  await writeDay(connections, elmMeters.home2, "2026-06-08", { gallons: everyHour(1_111) });
  const { home2, toilet2, home10, master } = elmMeters;
  await writeDay(connections, home2, "2026-06-09", { ...day, gallons: everyHour(10_000), leaked: everyHour(1_000) });
  await writeDay(connections, toilet2, "2026-06-09", { gallons: everyHour(3_000), leaked: everyHour(500) });
  await writeDay(connections, home10, "2026-06-09", { gallons: everyHour(5_000) });
  await writeDay(connections, master, "2026-06-09", { gallons: everyHour(20_000), leaked: everyHour(100) });
  await rollUp(connections, elm);
  const midnight = "2026-06-09T04:00:00Z";
  await addLeak(connections, home2, { started_at: midnight, gallons_total: 24_000 });
  await addLeak(connections, toilet2, { started_at: midnight, gallons_total: 12_000 });
  await addLeak(connections, master, { started_at: midnight, gallons_total: 2_400 });

  const unitA = await addUnit(connections, palm, "Main", "A", 3);
  const palmHome = await addMeter(connections, unitA, "SPOE", "palm-a");
  await writeDay(connections, palmHome, "2026-06-07", { gallons: everyHour(1_000), leaked: everyHour(100) });
  await writeDay(connections, palmHome, "2026-06-08", { gallons: everyHour(1_000), leaked: everyHour(400) });
  await writeDay(connections, palmHome, "2026-06-09", { gallons: everyHour(7_000, 19) });
  // With these 24 hours after its end the leak is over.
  await writeDay(connections, palmHome, "2026-06-10", { gallons: everyHour(0, 5) });
  await rollUp(connections, palm);
  await addLeak(connections, palmHome, {
    started_at: "2026-06-07T10:00:00Z",
    ended_at: "2026-06-09T10:00:00Z",
    gallons_total: 12_000,
  });

  const unitF = await addUnit(connections, foreign, "Main", "F", 7);
  const foreignHome = await addMeter(connections, unitF, "SPOE", "elm-2");
  await writeDay(connections, foreignHome, "2026-06-09", { gallons: everyHour(77_777), leaked: everyHour(7_777) });
  await rollUp(connections, foreign);
  await addLeak(connections, foreignHome, { started_at: midnight, gallons_total: 186_648 });

  return {
    organizations: { east, west, other },
    properties: { elm: elm.id, palm: palm.id, foreign: foreign.id },
    units: { unit2: unit2.unitId, unit10: unit10.unitId, unitA: unitA.unitId, unitF: unitF.unitId },
    buildings: { north: unit2.buildingId, yard: yard.buildingId, main: unitA.buildingId },
    manager: { organizationIds: [east, west], propertyIds: [elm.id, palm.id] },
    everybody: { organizationIds: [east, west, other], propertyIds: [elm.id, palm.id, foreign.id] },
  };
}
