import { useQuery } from "@tanstack/react-query";
import type { PointRow } from "../../../../../contract/inventory/places.ts";
import { pointsQuery } from "../view/inventory-queries.ts";
import { useHeld } from "../view/use-held.ts";
import type { InventoryView } from "../view/use-inventory.ts";

/** The point of the list that a dialog is about, by its id; undefined: the list does not have it (yet). */
export function usePoint(view: InventoryView, of: string): PointRow | undefined {
  const points = useQuery({ ...pointsQuery(view.propertyId, view.search), enabled: of !== "" });
  return useHeld(points.data?.results.find(({ id }) => String(id) === of));
}
