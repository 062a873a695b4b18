import type { ScreenOptions } from "../../../app/report/search/unread.ts";
import { dayFields } from "../meter-consumption/meter-rows-query.ts";
import { leakFields } from "./leak-list-query.ts";
import { leakTabs } from "./leak-tabs.ts";

/** What a link to a screen with the main tabs, of leaks and of meters, can name. */
export const leakScreenOptions: ScreenOptions = {
  tabs: leakTabs.map(({ tab }) => tab),
  orderings: [...leakFields, ...dayFields],
};
