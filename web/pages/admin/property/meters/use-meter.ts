import { useQuery } from "@tanstack/react-query";
import type { MeterRow } from "../../../../../contract/inventory/places.ts";
import { metersQuery } from "../view/inventory-queries.ts";
import { useHeld } from "../view/use-held.ts";
import type { InventoryView } from "../view/use-inventory.ts";

/** The meter of the list that a dialog is about, by its id; undefined: the list does not have it (yet). */
export function useMeter(view: InventoryView, of: string): MeterRow | undefined {
  const meters = useQuery(metersQuery(view.propertyId, view.search));
  return useHeld(meters.data?.results.find(({ id }) => String(id) === of));
}
