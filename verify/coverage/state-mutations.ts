import type { Mutation } from "./mutation.ts";

const states = "§4 States and transitions: ";
const validation = "§5 Validation, on these screens: ";
const errors = "§8 Errors and empty states: ";
const constants = "§9 Constants: ";

const filters = "web/components/filters";
const pages = "web/pages/property";
const customCost = `${pages}/report-dialogs/custom-cost`;

/** Of the rows about states, rules, errors and constants that all screens share. */
export const stateMutations: readonly Mutation[] = [
  // States and transitions
  {
    row: `${states}Sorting is disabled`,
    file: "web/components/table/TableHead.tsx",
    from: "                      disabled={sortingDisabled}\n",
    to: "",
    by: "old figures stay dimmed while new ones",
  },
  {
    row: `${states}Figures of too few readings`,
    file: "web/app/report/text.ts",
    from: "const enoughRead = 0.8;",
    to: "const enoughRead = 0.4;",
    by: "figures of few readings, or of readings",
  },
  {
    row: `${states}Favourites: a star makes the card`,
    file: "web/app/report/cards/favourite.ts",
    from: "[overview]: on ? [] : [card]",
    to: "[overview]: [card]",
  },
  {
    row: `${states}Preferences are then saved`,
    file: "web/app/preferences.ts",
    from: '(error: unknown) => console.warn("Preferences were not saved.", error)',
    to: "() => undefined",
  },
  {
    row: `${states}Organization switch`,
    file: "web/app/session/act-in.ts",
    from: "  forgetAllViews();\n",
    to: "",
  },
  {
    row: `${states}All properties load by default`,
    file: `${filters}/PopoverFilter.tsx`,
    from: 'else if (applyOn === "close") accept(chosen);',
    to: "",
  },
  {
    row: `${states}Gateway filters use temporary selections`,
    file: `${pages}/device-parts/gateway-view.ts`,
    from: "const folded = { page: undefined, list_page: undefined,",
    to: "const folded = { page: undefined,",
  },
  {
    row: `${states}Other filters use a temporary selection`,
    file: `${filters}/BedCountFilter.tsx`,
    from: "onClick={() => take(anyBedCount)}",
    to: "onClick={() => setOpened(false)}",
    by: "bedrooms, building and unit",
  },
  {
    row: `${states}Property rows expand`,
    file: `${pages}/property-units/property-units-query.ts`,
    from: "{ page, page_size: MORE_UNITS, offset: FIRST_UNITS }",
    to: "{ page, page_size: MORE_UNITS }",
  },
  {
    row: `${states}Toasts are default or destructive`,
    file: "web/app/toasts.tsx",
    from: 'role: destructive ? "alert" : "status",',
    to: 'role: "status",',
    by: "previews the effect of a cost",
  },
  // Validation
  {
    row: `${validation}Custom cost per gallon form`,
    file: `${customCost}/cost-rows.ts`,
    from: "Number(text).toFixed(decimals)",
    to: "Number(text).toFixed(decimals + 1)",
  },
  {
    row: `${validation}Organizations|Properties Apply`,
    file: `${filters}/PlacesFilter.tsx`,
    from: "applicable={chosen.length > 0 && !sameSelection(chosen, selected)}",
    to: "applicable={chosen.length > 0}",
    by: "organizations expand to their properties on portfolio",
  },
  {
    row: `${validation}Date pickers block future dates`,
    file: "web/components/period/RangeCalendar.tsx",
    from: "        maxDate={today}\n",
    to: "",
    by: "a custom range",
  },
  {
    row: `${validation}Date pickers block future dates`,
    file: "web/components/period/RangeCalendar.tsx",
    from: "Data beyond six months is available upon request.",
    to: "",
    by: "a custom range",
  },
  {
    row: `${validation}Comparison options`,
    file: "web/components/period/comparison.ts",
    from: "Previous 7 days (days 8-14)",
    to: "Previous 7 days (days 7-13)",
  },
  {
    row: `${validation}Comparison is on by default`,
    file: "server/accounts/users/preferences.ts",
    from: "comparison: change.comparison ?? before.comparison,",
    to: "comparison: before.comparison,",
    by: "stores each part separately, columns by table",
  },
  {
    row: `${validation}Comparison is on by default`,
    file: "web/app/report/search/saved-view.ts",
    from: 'return screen === "cockpit" || screen === "finance";',
    to: 'return screen === "cockpit";',
    by: "the comparison is on until turned off",
  },
  // Errors and empty states
  {
    row: `${errors}Save custom costs fails`,
    file: `${customCost}/use-custom-cost.ts`,
    from: "title: t`Error`, message: t`Failed to save custom costs. Please try again.`",
    to: "title: t`Not saved`, message: t`Failed to save custom costs. Please try again.`",
  },
  {
    row: `${errors}Failed data fetches`,
    file: `${pages}/property-information/MeterList.tsx`,
    from: 'return failed ? plural(0, { one: "# meter", other: "# meters" }) : t`Loading...`;',
    to: "return t`Loading...`;",
    by: "details and meters that fail to load",
  },
  {
    row: `${errors}'No data', 'No data available'`,
    file: "web/components/states/EmptyState.tsx",
    from: "title = t`No data`",
    to: "title = t`Nothing`",
    by: "empty property lists explain why and what",
  },
  {
    row: `${errors}A link without`,
    file: `${pages}/property/PropertyPage.tsx`,
    from: '{mayAccess(me, "property") && (',
    to: '{mayAccess(me, "portfolio") && (',
    by: "a missing property links to lists that",
  },
  // Constants
  {
    row: `${constants}Default page size 10`,
    file: "web/components/pager/Pager.tsx",
    from: "const sizes = [10, 25, 50];",
    to: "const sizes = [10, 20, 50];",
    by: "page and page size",
  },
  {
    row: `${constants}Default thresholds; default cost`,
    file: `${pages}/device-parts/thresholds/threshold-rules.ts`,
    from: "warning: [85, 94], critical: [0, 84] };",
    to: "warning: [80, 94], critical: [0, 79] };",
    by: "thresholds: every message",
  },
  {
    row: `${constants}Default thresholds; default cost`,
    file: "web/app/report/headline/default-rate.ts",
    from: "DEFAULT_RATE = 0.015;",
    to: "DEFAULT_RATE = 0.01;",
    by: "the custom cost form shows errors under",
  },
  {
    row: `${constants}Week chart label`,
    file: `${pages}/report-charts/chart-points.ts`,
    from: "full: weekName(start_date)",
    to: "full: formatMonthDay(start_date)",
    by: "gallons and leaks",
  },
  {
    row: `${constants}Chart x-axis thinning`,
    file: "web/components/chart/axis-labels.ts",
    from: "if (points > 500) return 3;",
    to: "if (points > 501) return 3;",
    by: "widens steps above 200, 500, 1000 and",
  },
  {
    row: `${constants}Multi-select menu max height`,
    file: `${filters}/PopoverFilter.module.css`,
    from: "max-height: 160px;",
    to: "max-height: 240px;",
    by: "organization and property choices apply when the",
  },
  {
    row: `${constants}Persisted per user`,
    file: `${pages}/meter-consumption/MeterTable.tsx`,
    from: "layoutName={props.name}",
    to: 'layoutName="meters"',
    by: "keeps the chosen columns by table and",
  },
  {
    row: `${constants}Filter state is persisted locally`,
    file: "web/app/report/search/saved-view.ts",
    from: "  localStorage.setItem(prefix + screen, JSON.stringify(view));\n",
    to: "",
    by: "filters persist to the next visit, and",
  },
];
