import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ListView, listView } from "../../list/list-view.ts";
import type { NamedDialogProps } from "../../list/NamedDialog.tsx";
import { type SettingsDialog, type SettingsSearch, type SettingsTab, settingsSearch } from "./settings-search.ts";

/** Whose settings they are. */
export interface SettingsOf {
  id: number;
  name: string;
}

/** Whose numbers of rules they are. */
export type RulesOf =
  | { kind: "metering"; organization: SettingsOf }
  /** @param property the one that they are for; undefined: the organization */
  | { kind: "leaks"; organization: SettingsOf; property: SettingsOf | undefined };

/** The settings' view: its search params and the functions that change them. */
export interface SettingsView extends ListView<SettingsDialog> {
  organization: SettingsOf;
  search: SettingsSearch;
  tab: SettingsTab;
  setTab(tab: SettingsTab): void;
  setState(state: SettingsSearch["state"]): void;
  /** Shows the leak rules of a property; undefined: those of the organization. */
  setProperty(property_id: number | undefined): void;
  /** Shows or hides the numbers of the leak rules. */
  setExpert(isExpert: boolean): void;
}

/** Ways to change the settings' address. */
function useGo() {
  const navigate = useNavigate({ from: "/admin/settings" });
  return (changed: Record<string, unknown>, replace = false) =>
    void navigate({ search: (before) => settingsSearch({ ...before, ...changed }), replace, resetScroll: false });
}

/** Goes to another organization's settings, on the same tab. */
export function useOrganizationChoice(): (id: number) => void {
  const go = useGo();
  return (organization_id) =>
    go({ organization_id, property_id: undefined, page: undefined, dialog: undefined, of: undefined });
}

export function useSettings(organization: SettingsOf): SettingsView {
  const go = useGo();
  const search = useSearch({ from: "/signed-in/admin/settings" });
  return {
    organization,
    search,
    tab: search.tab ?? "leaks",
    ...listView(search, go),
    setTab: (tab) =>
      go({
        tab,
        state: undefined,
        property_id: undefined,
        expert: undefined,
        page: undefined,
        page_size: undefined,
        dialog: undefined,
      }),
    setState: (state) => go({ state, page: undefined }),
    setProperty: (property_id) => go({ property_id }),
    setExpert: (isExpert) => go({ expert: isExpert ? true : undefined }, true),
  };
}

/** What every dialog over the settings gets. */
export type SettingsDialogProps = NamedDialogProps<SettingsView>;
