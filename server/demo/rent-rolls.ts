import type { SimulatedUnit } from "../../simulator/places.ts";
import { hash, hashText } from "../../simulator/random.ts";
import { type Connections, inScope } from "../database/connect.ts";
import { storeOccupancy } from "../occupancy/store-occupancy.ts";
import type { Clock } from "../time/clock.ts";
import { dayText, localDayAt } from "../time/local-day.ts";
import type { DemoProperty } from "./places.ts";

/** Every fifth property has no rent roll, so that there are units whose occupancy follows only from their water use. */
const WITHOUT_ROLL = 5;
/** Every third has a roll that wrongly lists an occupied home as vacant. */
const WITH_ERROR = 3;

/** Gives most of the demo's properties a rent roll as of yesterday; idempotent. */
export async function addRentRolls(connections: Connections, properties: DemoProperty[], clock: Clock): Promise<void> {
  for (const [i, { propertyId, simulated }] of properties.entries()) {
    if (i % WITHOUT_ROLL === WITHOUT_ROLL - 1) continue;
    const { name, timeZone } = simulated;
    const today = localDayAt(timeZone, clock()).day;
    const units = simulated.buildings.flatMap((building) =>
      building.units.map((unit) => ({ ...unit, building: building.name })),
    );
    const wrong = i % WITH_ERROR === 0 ? units.find(({ vacant }) => !vacant) : undefined;
    const lines = units.map((unit, row) => ({ row: row + 2, cells: cellsOf(unit, unit === wrong, today) }));
    await inScope(connections.app, { organizationIds: [], propertyIds: [propertyId] }, (tx) =>
      storeOccupancy(
        tx,
        { id: propertyId, name, timeZone },
        lines,
        { asOf: dayText(today - 1), source: "rent-roll.csv" },
        clock,
      ),
    );
  }
}

function cellsOf({ building, name, vacant }: SimulatedUnit & { building: string }, isWrong: boolean, today: number) {
  const drawn = hash(hashText(building), hashText(name));
  if (!vacant && !isWrong) {
    return { building, unit: name, status: "Occupied", move_in: dayText(today - 200 - (drawn % 1500)) };
  }
  return { building, unit: name, status: "Vacant", move_out: dayText(today - 20 - (drawn % 60)) };
}
