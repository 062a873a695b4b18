import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { useStanding } from "../property/entry/use-standing.ts";
import type { PropertiesDialog } from "./properties-search.ts";
import type { PropertiesView } from "./use-properties.ts";

/** What every dialog over the properties gets. */
export interface PropertyDialogProps {
  view: PropertiesView;
  /** The property that it is about; "" for a new one, and for those that are ticked. */
  of: string;
  opened: boolean;
  onClose: () => void;
  /** Closes it, and forgets what was typed: it is saved. */
  onDone: () => void;
}

const windows: Readonly<Record<PropertiesDialog, ComponentType<PropertyDialogProps>>> = {
  "add-property": lazy(() => import("./form/AddProperty.tsx")),
  property: lazy(() => import("./form/EditProperty.tsx")),
  assign: lazy(() => import("./assign/AssignDialog.tsx")),
  archive: lazy(() => import("./ArchiveProperty.tsx")),
  restore: lazy(() => import("./RestoreProperty.tsx")),
};

/** The dialog that the address names. */
export function PropertiesDialogs({ view }: { view: PropertiesView }): ReactNode {
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
