import type { Connections } from "../../../server/database/connect.ts";
import { readDays } from "./read-days.ts";
import { readDevices } from "./read-devices.ts";
import { readLeaks } from "./read-leaks.ts";
import { readOccupancy } from "./read-occupancy.ts";
import { readPlaces } from "./read-places.ts";
import { readPrices } from "./read-prices.ts";
import type { Stored } from "./stored.ts";

/** Reads everything that is stored, of all tenants, but nothing that was summed up from it. */
export async function readStored({ worker }: Connections): Promise<Stored> {
  const stored = await readPlaces(worker);
  await readDays(worker, stored);
  await readDevices(worker, stored);
  await readLeaks(worker, stored);
  await readOccupancy(worker, stored);
  await readPrices(worker, stored);
  return stored;
}
