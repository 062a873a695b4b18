import { lazy, type ReactNode } from "react";
import { type DialogWindows, NamedDialog } from "../list/NamedDialog.tsx";
import type { SettingsDialog } from "./view/settings-search.ts";
import type { SettingsView } from "./view/use-settings.ts";

const windows: DialogWindows<SettingsDialog, SettingsView> = {
  price: lazy(() => import("./price/SetPrice.tsx")),
  "add-key": lazy(() => import("./keys/AddKey.tsx")),
  "revoke-key": lazy(() => import("./keys/RevokeKey.tsx")),
};

/** The dialog that the address names. */
export function SettingsDialogs({ view }: { view: SettingsView }): ReactNode {
  return <NamedDialog view={view} windows={windows} />;
}
