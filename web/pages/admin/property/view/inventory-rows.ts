import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useRow } from "../../list/use-row.ts";
import {
  buildingsQuery,
  gatewaysQuery,
  metersQuery,
  occupancyQuery,
  pointsQuery,
  tokensQuery,
  unitsQuery,
} from "./inventory-queries.ts";
import type { InventoryDialogProps } from "./use-inventory.ts";

type Dialog = Pick<InventoryDialogProps, "view" | "of">;

export function useBuilding({ view, of }: Dialog) {
  return useRow(t`building`, useQuery(buildingsQuery(view.propertyId, view.search)), ({ id }) => String(id) === of);
}

export function useUnit({ view, of }: Dialog) {
  return useRow(t`unit`, useQuery(unitsQuery(view.propertyId, view.search)), ({ id }) => String(id) === of);
}

export function useOccupancy({ view, of }: Dialog) {
  const units = useQuery(occupancyQuery(view.propertyId, view.search));
  return useRow(t`unit`, units, ({ unit_id }) => String(unit_id) === of);
}

export function usePoint({ view, of }: Dialog) {
  const points = useQuery({ ...pointsQuery(view.propertyId, view.search), enabled: of !== "" });
  return useRow(t`meter point`, points, ({ id }) => String(id) === of);
}

export function useMeter({ view, of }: Dialog) {
  return useRow(t`meter`, useQuery(metersQuery(view.propertyId, view.search)), ({ id }) => String(id) === of);
}

/** By its serial number. */
export function useGateway({ view, of }: Dialog) {
  const { page, pageSize } = view.list;
  const gateways = useQuery(gatewaysQuery(view.propertyId, page + 1, pageSize));
  return useRow(t`gateway`, gateways, ({ serial_number }) => serial_number === of);
}

export function useToken({ view, of }: Dialog) {
  return useRow(t`token`, useQuery(tokensQuery(view.propertyId, view.search)), ({ id }) => String(id) === of);
}
