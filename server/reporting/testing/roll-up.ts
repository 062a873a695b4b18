import type { Connections } from "../../database/connect.ts";
import { recalculateCases } from "../../metering/cases/recalculate-cases.ts";
import { loadDays } from "../../metering/days/load-days.ts";
import { growInventory, inventoryOf } from "../../metering/inventory/inventory.ts";
import { addUpAllDays } from "../../metering/roll-up/add-up-days.ts";
import { refreshUnits } from "../../metering/roll-up/refresh-units.ts";
import { dayNumber } from "../../time/local-day.ts";
import type { TestProperty } from "./places.ts";

/** Earlier than any day of a test. */
const FIRST_DAY = dayNumber("2020-01-01");

/** Brings unit_days, property_days and leak cases of a property up to its stored days, as a refresh does. */
export async function rollUp({ worker }: Connections, property: TestProperty): Promise<void> {
  await worker.transaction().execute(async (tx) => {
    await growInventory(tx, property.id);
    const inventory = await inventoryOf(tx, property.id);
    if (inventory === null) throw new Error(`There is no property ${property.id}.`);
    const wanted = [...inventory.byId.keys()].map((meterId) => ({ meterId, from: FIRST_DAY }));
    const loaded = await loadDays(tx, inventory, wanted);
    const days = [...loaded.values()].flat();
    await refreshUnits(tx, inventory, days, days);
    await addUpAllDays(tx, property.id);
    await recalculateCases(tx, inventory, Date.now());
  });
}
