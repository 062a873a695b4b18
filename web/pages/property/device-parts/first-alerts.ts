import { alertTabs } from "./gateway-search.ts";
import type { AlertTab } from "./gateway-search-fields.ts";

interface Counts {
  gateways_routers: number;
  meters: number;
  no_consumption: number;
}

/** The list to open where nobody named one: the first with something in it; the first of all where none has, or that is not known. */
export function firstWithSome(counts: Counts | undefined): AlertTab {
  const count = (tab: AlertTab) => {
    if (tab === "gateways-routers") return counts?.gateways_routers;
    return tab === "meters" ? counts?.meters : counts?.no_consumption;
  };
  return alertTabs.find((tab) => (count(tab) ?? 0) > 0) ?? "gateways-routers";
}
