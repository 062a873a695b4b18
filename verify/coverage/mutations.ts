import { adminMutations } from "./admin-mutations.ts";
import { answerMutations } from "./answer-mutations.ts";
import { callMutations } from "./call-mutations.ts";
import { everywhereMutations } from "./everywhere-mutations.ts";
import type { Mutation } from "./mutation.ts";
import { operatorMutations } from "./operator-mutations.ts";
import { portfolioMutations } from "./portfolio-mutations.ts";
import { ruleMutations } from "./rule-mutations.ts";
import { screenMutations } from "./screen-mutations.ts";
import { stateMutations } from "./state-mutations.ts";

const nav = "§2 Routes and navigation: ";
const gateway = "§2 Gateway & Device Health: ";
const states = "§4 States and transitions: ";
const validation = "§5 Validation, on these screens: ";
const constants = "§9 Constants: ";
const profile = "§2, §4-§6 Profile and signing in: ";

const reporting = "server/reporting";
const sections = "web/app/jump/sections.ts";

/** Of every row that has one. */
export const mutations: readonly Mutation[] = [
  ...ruleMutations,
  ...callMutations,
  ...screenMutations,
  ...portfolioMutations,
  ...stateMutations,
  ...answerMutations,
  ...adminMutations,
  ...operatorMutations,
  ...everywhereMutations,
  // Routes and navigation
  {
    row: `${nav}/top5-leaks-home, /top5-leaks-details, /gateway-device-health, /history: access property`,
    file: "web/app/access.ts",
    from: '{ access: "property", path: "/top5-leaks-home" },',
    to: "",
    by: "the first screen",
  },
  {
    row: `${nav}/properties/{property_id}/leak-detail and /history/leak-detail`,
    file: "web/app/report/search/detail-search.ts",
    from: "linkPeriod(search) ?? { period",
    to: "{ period",
    by: "parses the period of a leak's URL",
  },
  {
    row: `${nav}/history and /properties match by prefix`,
    file: sections,
    from: '{ label: t`Properties`, to: "/properties", active: "prefix" }',
    to: '{ label: t`Properties`, to: "/properties", active: "list" }',
  },
  {
    row: `${nav}Top 5 Leaks Home is active at its own path`,
    file: sections,
    from: 'to: "/top5-leaks-details", active: "list" }',
    to: 'to: "/top5-leaks-details", active: "prefix" }',
  },
  {
    row: `${nav}The header shows only a logo while the user is loading or absent`,
    file: "web/app/route/signed-in-route.ts",
    from: "pendingComponent: PlainShell,",
    to: "pendingComponent: SignedInShell,",
    by: "the header has only the logo while",
  },
  {
    row: `${nav}Admin is for IONAdmins and organization admins`,
    file: sections,
    from: '{ label: t`Organizations`, to: "/admin/organizations", active: "prefix", access: "ion-admin" }',
    to: '{ label: t`Organizations`, to: "/admin/organizations", active: "prefix" }',
  },
  {
    row: `${nav}The organization selector appears only`,
    file: "web/app/access.ts",
    from: " && me.organizations.length > 1;",
    to: ";",
    by: "hides the organization selector for one organization",
  },
  {
    row: `${nav}/profile: any, and the fallback`,
    file: "web/app/access.ts",
    from: '?.path ?? "/profile";',
    to: '?.path ?? "/cockpit";',
    by: "the first screen",
  },
  {
    row: `${nav}Without access to a page`,
    file: "web/app/access.ts",
    from: '{ access: "portfolio", path: "/cockpit" },\n',
    to: "",
    by: "the first screen",
  },
  // Leak lists and leak detail
  {
    row: "§2 Leak list, meter consumption, top tables: Water-loss indicator and its bands",
    file: `${reporting}/water-loss.ts`,
    from: "below: 25,",
    to: "below: 26,",
    by: "thousandths of a gallon",
  },
  {
    row: "§2 Leak detail page: Day and Hour tabs",
    file: "web/app/report/table/ListTable.tsx",
    from: "      layout={layout}\n",
    to: "",
    by: "Leak Updates has ten rows",
  },
  {
    row: "§2 Leak detail page: Any combination or unknown value is Hybrid Leak",
    file: "web/components/badges/leak-type.ts",
    from: "  hint: t`This leak has more than one type`,",
    to: '  hint: "Several",',
    by: "names the three leak kinds",
  },
  // Gateway & Device Health
  {
    row: `${gateway}Device health accordion`,
    file: "web/pages/property/device-parts/device-columns.tsx",
    from: "t`Days Offline`,",
    to: '"X",',
  },
  {
    row: "§2 Device Health, across properties: Device health accordion",
    file: "web/pages/property/device-parts/device-columns.tsx",
    from: "t`Days Offline`,",
    to: '"X",',
  },
  {
    row: `${gateway}Device status: offline and delayed red`,
    file: "web/components/badges/StatusBadge.tsx",
    from: 'delayed: { name: t`Delayed`, color: "offline"',
    to: 'delayed: { name: t`Delayed`, color: "unknown"',
  },
  {
    row: `${gateway}Building filter with search`,
    file: "web/components/filters/places-selection.ts",
    from: "[...others, ...own]",
    to: "[...own]",
    by: "a group is checked, partly checked or",
  },
  {
    row: "§2 Device Health, across properties: First, as text",
    file: "web/pages/portfolio/device-health/trust-queries.ts",
    from: 'health === "critical" ||',
    to: 'health === "warning" ||',
    by: "treats critical properties and those without any",
  },
  {
    row: "§2 Device Health, across properties: Device reporting ratio",
    file: `${reporting}/device-health/property-health.ts`,
    from: "filter (where devices.status <> 'unknown'), 0)`;",
    to: "filter (where true), 0)`;",
    by: "calculates the ratio over devices ever seen",
  },
  // Report filter bars
  {
    row: "§2 Report filter bars: Total Properties and Total Units are those of the chosen",
    file: `${reporting}/overview.ts`,
    from: "total_properties: found?.properties ?? 0,",
    to: "total_properties: properties.length,",
  },
  {
    row: "§2 Report filter bars: Bed count",
    file: "web/components/filters/bed-count.ts",
    from: "return from !== anyBedCount.from || to !== anyBedCount.to;",
    to: "return from !== anyBedCount.from;",
    by: "filters by bedrooms when the range differs",
  },
  {
    row: "§2 Report filter bars: Reset filters",
    file: "web/app/report/search/saved-view.ts",
    from: 'if (screen === "history" || screen === "compare-periods")',
    to: 'if (screen === "compare-periods")',
    by: "resets History to the last seven days",
  },
  // Cockpit, properties, finance
  {
    row: "§2, §3 Cockpit: Property ranking table",
    file: "web/pages/portfolio/ranking/Ranking.tsx",
    from: '    count("leaking_toilets", t`Leaking Toilets`),\n',
    to: "",
  },
  {
    row: "§2, §3 Cockpit: Property ranking table",
    file: "web/components/table/Table.module.css",
    from: "--ground: var(--ranking-red-soft);",
    to: "--ground: var(--ranking-yellow-soft);",
  },
  {
    row: "§2, §3 Cockpit: Water-loss bands",
    file: `${reporting}/water-loss.ts`,
    from: "leaked * 100 < consumed * below",
    to: "leaked * 100 <= consumed * below",
    by: "thousandths of a gallon",
  },
  {
    row: "§2, §3 Properties: Filters of classes",
    file: `${reporting}/classes.ts`,
    from: `< \${of("gallons")} * \${ON_TRACK_BELOW}::int then 'on_track'`,
    to: `< \${of("gallons")} * 11 then 'on_track'`,
    by: "limits header and classes to the filtered",
  },
  {
    row: "§2, §3 Finance: Cost summary",
    file: "web/pages/portfolio/finance/finance-text.ts",
    from: "Math.round(10 * costs.toilet_leak_percentage) / 10",
    to: "costs.toilet_leak_percentage",
    by: "shows shares that add up to 100",
  },
  {
    row: "§2, §3 Finance: Estimate for a",
    file: "web/pages/portfolio/finance/finance-text.ts",
    from: "const DAYS_A_YEAR = 365;",
    to: "const DAYS_A_YEAR = 360;",
    by: "estimates the yearly cost of leaks and",
  },
  // States
  {
    row: `${states}Device reporting ratio colouring`,
    file: "web/components/badges/HealthBadge.tsx",
    from: 'warning: { name: t`Warning`, Icon: IconAlertTriangleFilled, color: "warning" },',
    to: 'warning: { name: t`Warning`, Icon: IconAlertTriangleFilled, color: "critical" },',
    by: "colors a healthy ratio blue, a warning",
  },
  {
    row: `${states}Tables show a loading state`,
    file: "web/components/table/DataTable.tsx",
    from: "const SKELETON_ROWS_AT_MOST = 10;",
    to: "const SKELETON_ROWS_AT_MOST = 40;",
    by: "a loading table has placeholders for its",
  },
  {
    row: `${states}Changing ordering resets page`,
    file: "web/app/report/search/report-search.ts",
    from: `if (ordering === \`-\${field}\`) return \`-\${field}\`;`,
    to: `if (ordering === \`-\${field}\`) return field;`,
    by: "a second click on a header sorts",
  },
  {
    row: `${states}Changing ordering resets page`,
    file: "web/components/table/ordering.ts",
    from: `return ordering === field ? \`-\${field}\` : field;`,
    to: "return field;",
    by: "a leading minus means descending",
  },
  {
    row: `${states}Reset returns to yesterday`,
    file: "web/app/report/search/saved-view.ts",
    from: ' ? "last-30-days" : "yesterday" };',
    to: ' ? "last-30-days" : "last-7-days" };',
    by: "opens yesterday",
  },
  {
    row: `${states}Comparison badges`,
    file: "web/components/badges/ComparisonBadge.tsx",
    from: 'moreIs === "bad" ? ["critical", "online"]',
    to: 'moreIs === "bad" ? ["online", "critical"]',
    by: "more water than before",
  },
  // Validation
  {
    row: `${validation}Bed count`,
    file: "web/components/filters/bed-count.ts",
    from: 'return from > to ? t`"From" value cannot',
    to: 'return from >= to ? t`"From" value cannot',
    by: "From cannot exceed To",
  },
  {
    row: `${validation}All buildings are sent as none`,
    file: "web/pages/property/leak-list/use-place-filters.tsx",
    from: "enabled: chosen !== undefined });",
    to: "enabled: false });",
  },
  {
    row: `${validation}Properties of several organizations are one list`,
    file: "web/app/report/filters/filter-options.ts",
    from: ".toSorted((one, other) => byName.compare(one.label, other.label));",
    to: ";",
  },
  // Constants
  {
    row: `${constants}Pager`,
    file: "web/components/pager/pages.ts",
    from: "if (pages <= 5)",
    to: "if (pages <= 6)",
  },
  {
    row: `${constants}Tooltip delay 50 ms`,
    file: "web/components/InfoTip.tsx",
    from: "DELAY_MS = 50;",
    to: "DELAY_MS = 1500;",
  },
  {
    row: `${constants}Leak detail tables have 10 rows`,
    file: "web/pages/property/leak-detail/updates/DayUpdates.tsx",
    from: "pageSize: 10 }",
    to: "pageSize: 25 }",
  },
  {
    row: `${constants}Goal line`,
    file: `${reporting}/classes.ts`,
    from: "export const ON_TRACK_BELOW = 10;",
    to: "export const ON_TRACK_BELOW = 12;",
  },
  {
    row: `${constants}Cost axis abbreviations`,
    file: "web/components/format.ts",
    from: `\${currencySign}\${formatShort(Math.abs(dollars))}`,
    to: `\${formatShort(Math.abs(dollars))}`,
    by: "axes are short",
  },
  // Profile
  {
    row: `${profile}Password rules`,
    file: "contract/accounts/password-rules.ts",
    from: ".length >= 10,",
    to: ".length >= 9,",
    by: "meets %i rules",
  },
  {
    row: `${profile}Without access to a page`,
    file: "web/app/access.ts",
    from: '{ access: "admin", path: "/admin/users" },\n',
    to: "",
    by: "the first screen",
  },
];
