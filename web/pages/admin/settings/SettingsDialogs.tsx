import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { useStanding } from "../property/entry/use-standing.ts";
import type { SettingsDialog } from "./settings-search.ts";
import type { SettingsView } from "./use-settings.ts";

/** What every dialog over the settings gets. */
export interface SettingsDialogProps {
  view: SettingsView;
  /** The key that it is about; "" where it is about none. */
  of: string;
  opened: boolean;
  onClose: () => void;
  /** Closes it, and forgets what was typed: it is saved. */
  onDone: () => void;
}

const windows: Readonly<Record<SettingsDialog, ComponentType<SettingsDialogProps>>> = {
  price: lazy(() => import("./price/SetPrice.tsx")),
  "add-key": lazy(() => import("./keys/AddKey.tsx")),
  "revoke-key": lazy(() => import("./keys/RevokeKey.tsx")),
};

/** The dialog that the address names. */
export function SettingsDialogs({ view }: { view: SettingsView }): ReactNode {
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
