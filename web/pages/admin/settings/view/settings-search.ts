import { type ListPage, listPage } from "../../../../app/list-page.ts";
import { choiceOf, idOf, textOf } from "../../../../app/search-text.ts";

/** The tabs beside the first, the leak rules. */
const otherTabs = [
  "metering",
  "price",
  "deadlines",
  "api-keys",
  "routes",
  "webhooks",
  "reports",
  "deliveries",
  "installation",
] as const;
export type SettingsTab = "leaks" | (typeof otherTabs)[number];

const dialogs = [
  "price",
  "clock",
  "alert-floor",
  "add-key",
  "revoke-key",
  "route",
  "delete-route",
  "on-call",
  "override",
  "webhook",
  "edit-webhook",
  "rotate-webhook",
  "delete-webhook",
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
  route: "routes",
  "delete-route": "routes",
  "on-call": "routes",
  override: "routes",
  webhook: "webhooks",
  "edit-webhook": "webhooks",
  "rotate-webhook": "webhooks",
  "delete-webhook": "webhooks",
  "add-report": "reports",
  "end-report": "reports",
  delivery: "deliveries",
} as const;

/** States of messages to choose from. */
export const deliveryStates = ["waiting", "sent", "failed", "dropped"] as const;

/** Dialogs about something, which the address names; those that add one are about nothing yet. */
const withRow: readonly SettingsDialog[] = [
  "revoke-key",
  "clock",
  "route",
  "delete-route",
  "webhook",
  "edit-webhook",
  "rotate-webhook",
  "delete-webhook",
  "end-report",
  "delivery",
];

/** Tabs with a list that has pages. */
const listTabs: readonly (string | undefined)[] = ["api-keys", "routes", "webhooks", "reports", "deliveries"];

/** The search params of the settings; its page is of the list on the tab. */
export interface SettingsSearch extends ListPage {
  /** Of IONAdmins; left out: the default organization. */
  organization_id?: number | undefined;
  tab?: Exclude<SettingsTab, "leaks"> | undefined;
  /** Of the leak rules: the property that they are shown for; left out: the organization. */
  property_id?: number | undefined;
  /** Of the leak rules: whether their numbers are shown. */
  expert?: true | undefined;
  /** Of messages; left out: all. */
  state?: (typeof deliveryStates)[number] | undefined;
  dialog?: SettingsDialog | undefined;
  /** The key, property, route, webhook, report or message that the dialog is about. */
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
    property_id: tab === undefined ? idOf(raw.property_id) : undefined,
    expert: tab === undefined && String(raw.expert) === "true" ? true : undefined,
    ...listPage(listTabs.includes(tab) ? raw : {}),
    state: tab === "deliveries" ? choiceOf(raw.state, deliveryStates) : undefined,
    dialog: fits ? dialog : undefined,
    of: fits && withRow.includes(dialog) ? textOf(raw.of) : undefined,
  };
}
