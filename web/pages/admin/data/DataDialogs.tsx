import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import type { DataDialog } from "./data-search.ts";
import type { PropertyDataView } from "./use-data.ts";

/** What every dialog over the data gets. */
export interface DataDialogProps {
  view: PropertyDataView;
  /** What it is about. */
  of: string;
  opened: boolean;
  onClose: () => void;
  /** Closes it, and forgets what was typed: it is done. */
  onDone: () => void;
}

const windows: Readonly<Record<DataDialog, ComponentType<DataDialogProps>>> = {
  import: lazy(() => import("./imports/ImportDialog.tsx")),
  "send-again": lazy(() => import("./refused/SendAgain.tsx")),
  dismiss: lazy(() => import("./refused/Dismiss.tsx")),
  accept: lazy(() => import("./quarantine/Decide.tsx")),
  reject: lazy(() => import("./quarantine/Decide.tsx")),
  repair: lazy(() => import("./repairs/RepairDialog.tsx")),
  undo: lazy(() => import("./repairs/UndoRepair.tsx")),
};

interface Stood {
  dialog: DataDialog;
  of: string;
  /** Another one is another window, with empty fields. */
  round: number;
  isDone: boolean;
  isOpen: boolean;
}

/** The dialog that the address names. It stays, closed, so that focus goes back and what was typed is there again. */
export function DataDialogs({ view }: { view: PropertyDataView }): ReactNode {
  const { dialog: named, of = "" } = view.search;
  const [stood, setStood] = useState<Stood>();
  const isSame = named !== undefined && stood?.dialog === named && stood.of === of;
  if (named === undefined) {
    if (stood?.isOpen) setStood({ ...stood, isOpen: false });
  } else if (stood === undefined || !isSame || (stood.isDone && !stood.isOpen)) {
    setStood({ dialog: named, of, round: (stood?.round ?? 0) + 1, isDone: false, isOpen: true });
  } else if (!stood.isOpen) {
    setStood({ ...stood, isOpen: true });
  }
  if (stood === undefined) return null;
  const Window = windows[stood.dialog];
  return (
    <Suspense fallback={null}>
      <Window
        key={stood.round}
        view={view}
        of={stood.of}
        opened={isSame}
        onClose={view.close}
        onDone={() => {
          setStood((now) => now && { ...now, isDone: true });
          view.close();
        }}
      />
    </Suspense>
  );
}
