import { lazy, type ReactNode } from "react";
import { type DialogWindows, NamedDialog } from "../list/NamedDialog.tsx";
import type { PropertiesDialog } from "./view/properties-search.ts";
import type { PropertiesView } from "./view/use-properties.ts";

const windows: DialogWindows<PropertiesDialog, PropertiesView> = {
  "add-property": lazy(() => import("./form/AddProperty.tsx")),
  property: lazy(() => import("./form/EditProperty.tsx")),
  assign: lazy(() => import("./assign/AssignDialog.tsx")),
  archive: lazy(() => import("./ArchiveProperty.tsx")),
  restore: lazy(() => import("./RestoreProperty.tsx")),
};

/** The dialog that the address names. */
export function PropertiesDialogs({ view }: { view: PropertiesView }): ReactNode {
  return <NamedDialog view={view} windows={windows} />;
}
