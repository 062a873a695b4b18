import { lazy, type ReactNode } from "react";
import { type DialogWindows, NamedDialog } from "../list/NamedDialog.tsx";
import type { InventoryDialog } from "./view/inventory-search.ts";
import type { InventoryView } from "./view/use-inventory.ts";

const windows: DialogWindows<InventoryDialog, InventoryView> = {
  upload: lazy(() => import("./UploadDialog.tsx")),
  "add-building": lazy(() => import("./places/BuildingDialog.tsx")),
  building: lazy(() => import("./places/BuildingDialog.tsx")),
  "remove-building": lazy(() => import("./places/RemoveBuilding.tsx")),
  "add-unit": lazy(() => import("./places/AddUnit.tsx")),
  unit: lazy(() => import("./places/UnitDialog.tsx")),
  "remove-unit": lazy(() => import("./places/RemoveUnit.tsx")),
  "add-point": lazy(() => import("./meters/AddPoint.tsx")),
  point: lazy(() => import("./meters/PointDialog.tsx")),
  "remove-point": lazy(() => import("./meters/RemovePoint.tsx")),
  "add-meter": lazy(() => import("./meters/AddMeter.tsx")),
  meter: lazy(() => import("./meters/MeterDialog.tsx")),
  "place-meter": lazy(() => import("./meters/PlaceMeter.tsx")),
  "take-away": lazy(() => import("./meters/TakeAway.tsx")),
  "continuous-use": lazy(() => import("./meters/ContinuousUse.tsx")),
  swap: lazy(() => import("./meters/swap/SwapDialog.tsx")),
  "remove-meter": lazy(() => import("./meters/RemoveMeter.tsx")),
  "add-gateway": lazy(() => import("./gateways/GatewayDialog.tsx")),
  gateway: lazy(() => import("./gateways/GatewayDialog.tsx")),
  "remove-gateway": lazy(() => import("./gateways/RemoveGateway.tsx")),
  "add-token": lazy(() => import("./gateways/AddToken.tsx")),
  "revoke-token": lazy(() => import("./gateways/RevokeToken.tsx")),
  "uplink-mapping": lazy(() => import("./gateways/UplinkMapping.tsx")),
  "add-occupancy": lazy(() => import("./occupancy/OccupancyDialog.tsx")),
  "rent-roll": lazy(() => import("./occupancy/RentRoll.tsx")),
};

/** The dialog that the address names. */
export function InventoryDialogs({ view }: { view: InventoryView }): ReactNode {
  return <NamedDialog view={view} windows={windows} />;
}
