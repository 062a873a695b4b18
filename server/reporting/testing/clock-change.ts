import type { Connections } from "../../database/connect.ts";
import { addLeak, everyHour, writeDay } from "./hours.ts";
import { addMeter, addProperty, addUnit } from "./places.ts";
import { rollUp } from "./roll-up.ts";

/** 10:20 on 3 November in New York. */
export const clockChangeNow = "2026-11-03T15:20:00Z";

/**
 * A home in New York around both changes of the clocks. A leak of half a gallon an hour runs from 30 October to 05:00
 * on 1 November, the day with 25 hours: 12 gal on the first day, nothing known of the 31st, 2.5 gal on the 1st.
 */
export async function clockChange(connections: Connections) {
  const property = await addProperty(connections, { name: "Elm Court", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "North", "Unit 2");
  const meter = await addMeter(connections, unit, "SPOE", "elm/2 №1");
  // 21 of 23 hours have flow.
  await writeDay(connections, meter, "2026-03-08", { gallons: [0, 0, ...everyHour(1000, 21)] });
  await writeDay(connections, meter, "2026-10-30", {
    gallons: everyHour(1000),
    leaked: everyHour(500),
    // Exactly 22 hours.
    flowTime: everyHour(55),
    events: everyHour(1),
  });
  await writeDay(connections, meter, "2026-11-01", {
    gallons: [1000, 1500, 2500, 1000, 1000, null, null, null, ...everyHour(1000, 17)],
    estimated: everyHour(0, 25).map((_, slot) => (slot === 5 ? 700 : null)),
    covered: 1 << 7,
    leaked: [...everyHour(500, 5), ...everyHour(0, 20)],
  });
  await writeDay(connections, meter, "2026-11-02", {
    gallons: everyHour(0).map(() => null),
    estimated: everyHour(100),
  });
  await writeDay(connections, meter, "2026-11-03", {
    gallons: everyHour(100, 10),
    flowTime: everyHour(7, 10),
  });
  await rollUp(connections, property);
  await addLeak(connections, meter, {
    started_at: "2026-03-08T07:00:00Z",
    ended_at: "2026-03-09T04:00:00Z",
    gallons_total: 0,
  });
  await addLeak(connections, meter, {
    started_at: "2026-10-30T04:00:00Z",
    ended_at: "2026-11-01T09:00:00Z",
    gallons_total: 14_500,
  });
  const places = { property_id: property.id, building_id: unit.buildingId, unit_id: unit.unitId };
  return { places, manager: { organizationIds: [], propertyIds: [property.id] } };
}
