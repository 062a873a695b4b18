import { useQuery } from "@tanstack/react-query";
import type { GatewayRow } from "../../../../../contract/inventory/gateways.ts";
import { gatewaysQuery } from "../view/inventory-queries.ts";
import { useHeld } from "../view/use-held.ts";
import type { InventoryView } from "../view/use-inventory.ts";

/** The gateway of the list that a dialog is about, by its serial number; undefined: the list does not have it (yet). */
export function useGateway(view: InventoryView, of: string): GatewayRow | undefined {
  const { page, pageSize } = view.list;
  const gateways = useQuery({ ...gatewaysQuery(view.propertyId, page + 1, pageSize), enabled: of !== "" });
  return useHeld(gateways.data?.results.find(({ serial_number }) => serial_number === of));
}
