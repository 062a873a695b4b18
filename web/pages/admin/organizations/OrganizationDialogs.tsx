import { lazy, type ReactNode } from "react";
import { type DialogWindows, NamedDialog } from "../list/NamedDialog.tsx";
import type { OrganizationsDialog } from "./organizations-search.ts";
import type { OrganizationsView } from "./use-organizations.ts";

const windows: DialogWindows<OrganizationsDialog, OrganizationsView> = {
  "add-organization": lazy(() => import("./OrganizationDialog.tsx")),
  organization: lazy(() => import("./OrganizationDialog.tsx")),
  "make-default": lazy(() => import("./MakeDefault.tsx")),
};

/** The dialog that the address names. */
export function OrganizationDialogs({ view }: { view: OrganizationsView }): ReactNode {
  return <NamedDialog view={view} windows={windows} />;
}
