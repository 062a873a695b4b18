import { type ListPage, listPage } from "../../../../app/list-page.ts";
import { choiceOf, idOf, textOf } from "../../../../app/search-text.ts";

/** The tabs beside the first, the leak rules. */
const otherTabs = ["metering", "price", "deadlines", "api-keys", "reports", "deliveries", "installation"] as const;
export type SettingsTab = "leaks" | (typeof otherTabs)[number];

const dialogs = [
  "price",
  "clock",
  "alert-floor",
  "add-key",
  "revoke-key",
  "add-report",
  "end-report",
  "delivery",
] as const;
export type SettingsDialog = (typeof dialogs)[number];
const tabOf = {
  price: "price",
  clock: "deadlines",
  "alert-floor": "deadlines",
  "add-key": "api-keys",
  "revoke-key": "api-keys",
  "add-report": "reports",
  "end-report": "reports",
  delivery: "deliveries",
} as const;

/** States of messages to choose from. */
export const deliveryStates = ["waiting", "sent", "failed", "dropped"] as const;

const withRow: readonly SettingsDialog[] = ["revoke-key", "clock", "end-report", "delivery"];

/** The search params of the settings; its page is of the API keys, the reports or the messages. */
export interface SettingsSearch extends ListPage {
  /** Of IONAdmins; left out: the default organization. */
  organization_id?: number | undefined;
  tab?: Exclude<SettingsTab, "leaks"> | undefined;
  /** Of messages; left out: all. */
  state?: (typeof deliveryStates)[number] | undefined;
  dialog?: SettingsDialog | undefined;
  /** The key, property, report or message that the dialog is about. */
  of?: string | undefined;
}

/** Reads the URL; what makes no sense in it, or not on its tab, is left out. */
export function settingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const tab = choiceOf(raw.tab, otherTabs);
  const dialog = choiceOf(raw.dialog, dialogs);
  const fits = dialog !== undefined && tab === tabOf[dialog];
  return {
    organization_id: idOf(raw.organization_id),
    tab,
    ...listPage(tab === "api-keys" || tab === "reports" || tab === "deliveries" ? raw : {}),
    state: tab === "deliveries" ? choiceOf(raw.state, deliveryStates) : undefined,
    dialog: fits ? dialog : undefined,
    of: fits && withRow.includes(dialog) ? textOf(raw.of) : undefined,
  };
}
