import type { PointRow } from "../../../contract/inventory/places.ts";
import { applyMeters } from "../../imports/inventory/apply-meters.ts";
import { Differences } from "../../imports/inventory/difference.ts";
import type { InventoryRow } from "../../imports/inventory/inventory-row.ts";
import { knownPlaces } from "../../imports/inventory/known-places.ts";
import type { RegisterCells } from "../../imports/inventory/register-cells.ts";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { PlaceChange } from "./change-places.ts";

/** A meter's cells in an inventory file; null: empty, and the stored value stays. */
export interface Listed extends RegisterCells {
  serial: string;
  /** One that the property has. */
  gateway: string | null;
  continuousUseExpected: boolean | null;
  inServiceSince: InventoryRow["inServiceSince"];
}

/**
 * Installs a meter, known or new, at an empty point, by the code path of an inventory file that lists it there, so that
 * both make the same rows.
 * @throws ProblemError conflict where another meter is installed
 */
export async function installMeter(change: PlaceChange, meter: Listed, point: PointRow): Promise<void> {
  const { tx, propertyId } = change;
  if (point.meter_serial_number !== null && point.meter_serial_number !== meter.serial) {
    throw new ProblemError(
      "conflict",
      text`Meter "${point.meter_serial_number}" is installed at this point. Record a swap, or take it out first.`,
    );
  }
  const row: InventoryRow = {
    row: 1,
    property: "",
    building: point.building_name,
    unit: point.unit_name,
    bedrooms: null,
    point: point.attached_to,
    label: point.label,
    timeZone: null,
    street: null,
    city: null,
    state: null,
    zip: null,
    ...meter,
  };
  await applyMeters(tx, propertyId, [row], await knownPlaces(tx, propertyId), {
    organization: null,
    propertyId,
    now: change.now,
    differences: new Differences(),
    reject: (_row, _column, code, sentence) => {
      throw wrongField(code, sentence);
    },
  });
}
