import { idOf, textOf, wordOf } from "../../../app/search-text.ts";

/** The tabs beside the first, the leak rules. */
const otherTabs = ["metering", "price", "api-keys", "installation"] as const;
export type SettingsTab = "leaks" | (typeof otherTabs)[number];

const dialogs = ["price", "add-key", "revoke-key"] as const;
export type SettingsDialog = (typeof dialogs)[number];

/** What the URL of the settings says. */
export interface SettingsSearch {
  /** Of IONAdmins; left out: the default organization. */
  organization_id?: number | undefined;
  tab?: Exclude<SettingsTab, "leaks"> | undefined;
  /** Of the API keys; counted from 1, as in calls. */
  page?: number | undefined;
  page_size?: number | undefined;
  dialog?: SettingsDialog | undefined;
  /** The key that the dialog is about. */
  of?: string | undefined;
}

/** The sizes of a page to choose from. */
const sizes = [10, 25, 50];

/** Reads the URL; what makes no sense in it, or not on its tab, is left out. */
export function settingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const tab = wordOf(raw.tab, otherTabs);
  const page = idOf(raw.page);
  const size = idOf(raw.page_size);
  const dialog = wordOf(raw.dialog, dialogs);
  const fits = dialog !== undefined && tab === (dialog === "price" ? "price" : "api-keys");
  return {
    organization_id: idOf(raw.organization_id),
    tab,
    page: page === 1 || tab !== "api-keys" ? undefined : page,
    page_size: size !== undefined && sizes.includes(size) && size !== sizes[0] && tab === "api-keys" ? size : undefined,
    dialog: fits ? dialog : undefined,
    of: fits && dialog === "revoke-key" ? textOf(raw.of) : undefined,
  };
}
