import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { useStanding } from "./entry/use-standing.ts";
import type { InventoryDialog } from "./inventory-search.ts";
import type { InventoryView } from "./use-inventory.ts";

/** What every dialog over the inventory gets. */
export interface InventoryDialogProps {
  view: InventoryView;
  /** What it is about; "" for those that are about nothing that is there. */
  of: string;
  opened: boolean;
  onClose: () => void;
  /** Closes it, and forgets what was typed: it is saved. */
  onDone: () => void;
}

const windows: Readonly<Record<InventoryDialog, ComponentType<InventoryDialogProps>>> = {
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
  const standing = useStanding(view.search.dialog, view.search.of ?? "", view.close);
  if (standing === undefined) return null;
  const { name, round, ...window } = standing;
  const Window = windows[name];
  return (
    <Suspense fallback={null}>
      <Window key={round} view={view} onClose={view.close} {...window} />
    </Suspense>
  );
}
