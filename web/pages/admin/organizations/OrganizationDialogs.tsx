import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { useStanding } from "../property/entry/use-standing.ts";
import type { OrganizationsDialog } from "./organizations-search.ts";
import type { OrganizationsView } from "./use-organizations.ts";

/** What every dialog over the organizations gets. */
export interface OrganizationDialogProps {
  view: OrganizationsView;
  /** The organization that it is about; "" for a new one. */
  of: string;
  opened: boolean;
  onClose: () => void;
  /** Closes it, and forgets what was typed: it is saved. */
  onDone: () => void;
}

const windows: Readonly<Record<OrganizationsDialog, ComponentType<OrganizationDialogProps>>> = {
  "add-organization": lazy(() => import("./OrganizationDialog.tsx")),
  organization: lazy(() => import("./OrganizationDialog.tsx")),
  "make-default": lazy(() => import("./MakeDefault.tsx")),
};

/** The dialog that the address names. */
export function OrganizationDialogs({ view }: { view: OrganizationsView }): ReactNode {
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
