import { lazy, type ReactNode } from "react";
import { type DialogWindows, NamedDialog } from "../list/NamedDialog.tsx";
import type { DataDialog } from "./view/data-search.ts";
import type { PropertyDataView } from "./view/use-data.ts";

const windows: DialogWindows<DataDialog, PropertyDataView> = {
  import: lazy(() => import("./imports/ImportDialog.tsx")),
  "send-again": lazy(() => import("./rejected/SendAgain.tsx")),
  dismiss: lazy(() => import("./rejected/Dismiss.tsx")),
  accept: lazy(() => import("./quarantine/Decide.tsx")),
  reject: lazy(() => import("./quarantine/Decide.tsx")),
  correct: lazy(() => import("./correct/CorrectHours.tsx")),
  reimport: lazy(() => import("./reimport/ReimportRange.tsx")),
  repair: lazy(() => import("./repairs/RepairDialog.tsx")),
  undo: lazy(() => import("./repairs/UndoRepair.tsx")),
};

/** The dialog that the address names. */
export function DataDialogs({ view }: { view: PropertyDataView }): ReactNode {
  return <NamedDialog view={view} windows={windows} />;
}
