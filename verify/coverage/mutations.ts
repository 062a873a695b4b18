import type { Mutation } from "./mutation.ts";
import { ruleMutations } from "./rule-mutations.ts";

const nav = "§2 Routes and navigation: ";
const gateway = "§2 Gateway & Device Health: ";
const states = "§4 States and transitions: ";
const validation = "§5 Validation, on these screens: ";
const constants = "§9 Constants: ";
const rows = "§3 Rows of the calls: ";
const calls = "§7 Calls: ";
const people = "§1, §3, §6 People and what they may see: ";
const profile = "§2, §4-§6 Profile and the doors: ";

const reporting = "server/reporting";
const sections = "web/app/shell/sections.ts";

/** In the order of the page. */
export const mutations: readonly Mutation[] = [
  ...ruleMutations,
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
    file: "web/app/report/detail-search.ts",
    from: "linkPeriod(search) ?? { period",
    to: "{ period",
    by: "a leak's URL names its period",
  },
  {
    row: `${nav}/history and /properties match by prefix`,
    file: sections,
    from: '{ label: "Properties", to: "/properties", active: "prefix" }',
    to: '{ label: "Properties", to: "/properties", active: "list" }',
  },
  {
    row: `${nav}Top 5 Leaks Home is active at its own path`,
    file: sections,
    from: 'to: "/top5-leaks-details", active: "list" }',
    to: 'to: "/top5-leaks-details", active: "prefix" }',
  },
  {
    row: `${nav}The header shows only a logo while the user is loading or absent`,
    file: "web/app/signed-in-route.ts",
    from: "pendingComponent: PlainShell,",
    to: "pendingComponent: SignedInShell,",
    by: "while it is not known",
  },
  {
    row: `${nav}Admin is for IONAdmins and organization admins`,
    file: sections,
    from: '{ label: "Organizations", to: "/admin/organizations", active: "prefix", access: "ion-admin" }',
    to: '{ label: "Organizations", to: "/admin/organizations", active: "prefix" }',
  },
  {
    row: `${nav}The organization selector appears only`,
    file: "web/app/access.ts",
    from: " && me.organizations.length > 1;",
    to: ";",
    by: "one organization, or a staff role",
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
    file: "web/app/report/ListTable.tsx",
    from: "      layout={layout}\n",
    to: "",
    by: "Leak Updates has ten rows",
  },
  {
    row: "§2 Leak detail page: Any combination or unknown value is Hybrid Leak",
    file: "web/components/badges/leak-type.ts",
    from: '  hint: "This leak has more than one type",',
    to: '  hint: "Several",',
    by: "three kinds have names",
  },
  // Gateway & Device Health
  {
    row: `${gateway}Device health accordion`,
    file: "web/pages/property/device-parts/device-columns.tsx",
    from: 'header: "Days Offline",',
    to: 'header: "X",',
  },
  {
    row: "§2 Device Health, across properties: Device health accordion",
    file: "web/pages/property/device-parts/device-columns.tsx",
    from: 'header: "Days Offline",',
    to: 'header: "X",',
  },
  {
    row: `${gateway}Device status: offline and delayed red`,
    file: "web/components/badges/StatusBadge.tsx",
    from: 'delayed: { name: "Delayed", color: "offline"',
    to: 'delayed: { name: "Delayed", color: "unknown"',
  },
  {
    row: `${gateway}Building filter with search`,
    file: "web/components/filters/places-selection.ts",
    from: "[...others, ...own]",
    to: "[...own]",
    by: "a group is ticked",
  },
  {
    row: "§2 Device Health, across properties: Which properties cannot be trusted",
    file: "web/pages/portfolio/device-health/trust.ts",
    from: 'health === "critical" ||',
    to: 'health === "warning" ||',
    by: "not to be trusted is what is critical",
  },
  {
    row: "§2 Device Health, across properties: Device reporting ratio",
    file: `${reporting}/device-health/property-health.ts`,
    from: "filter (where devices.status <> 'unknown'), 0)`;",
    to: "filter (where true), 0)`;",
    by: "the ratio is of devices",
  },
  // Report filter bars
  {
    row: "§2 Report filter bars: Total Properties and Total Units are those of the chosen",
    file: `${reporting}/overview.ts`,
    from: "total_properties: found.rows[0]?.properties ?? 0,",
    to: "total_properties: properties.length,",
  },
  {
    row: "§2 Report filter bars: Bed count",
    file: "web/components/filters/bed-count.ts",
    from: "return from !== anyBedCount.from || to !== anyBedCount.to;",
    to: "return from !== anyBedCount.from;",
    by: "bedrooms filter when they differ",
  },
  {
    row: "§2 Report filter bars: Reset filters",
    file: "web/app/report/saved-view.ts",
    from: 'if (screen === "history" || screen === "compare-periods")',
    to: 'if (screen === "compare-periods")',
    by: "a reset of History goes back",
  },
  // Cockpit, properties, finance
  {
    row: "§2, §3 Cockpit: Property ranking table",
    file: "web/pages/portfolio/ranking/columns.tsx",
    from: '    count("leaking_toilets", "Leaking Toilets"),\n',
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
    row: "§2, §3 Properties: Classes and states filter rows",
    file: `${reporting}/classes.ts`,
    from: `< \${of("gallons")} * \${ON_TRACK_BELOW}::int then 'on_track'`,
    to: `< \${of("gallons")} * 11 then 'on_track'`,
    by: "the header and the classes",
  },
  {
    row: "§2, §3 Finance: Cost summary",
    file: "web/pages/portfolio/finance/finance-words.ts",
    from: "Math.round(10 * costs.toilet_leak_percentage) / 10",
    to: "costs.toilet_leak_percentage",
    by: "the shares of both kinds",
  },
  {
    row: "§2, §3 Finance: At this rate per year",
    file: "web/pages/portfolio/finance/finance-words.ts",
    from: "const DAYS_A_YEAR = 365;",
    to: "const DAYS_A_YEAR = 360;",
    by: "what leaks cost in a year",
  },
  // People
  {
    row: `${people}A user may belong to several organizations`,
    file: "server/accounts/users/next-account.ts",
    from: "if (before.memberships.some((one) => one.organization_id === organizationId)) {",
    to: "if (before.memberships.length > 0) {",
    by: "a further organization",
  },
  {
    row: `${people}The product has three areas`,
    file: sections,
    from: '    name: "Admin",\n',
    to: '    name: "Administration",\n',
    by: "the Admin menu",
  },
  {
    row: `${people}User: id, email, names`,
    file: "server/accounts/who-is.ts",
    from: "    assigned_properties: user.assigned_properties,\n",
    to: "    assigned_properties: [],\n",
    by: "users see of themselves",
  },
  {
    row: `${people}User: id, email, names`,
    file: "server/accounts/preferences.ts",
    from: "= withDefaults(stored.get(user.id));",
    to: "= withDefaults(undefined);",
    by: "users see of themselves",
  },
  {
    row: `${people}Role values come from the server`,
    file: "server/accounts/users/roles.ts",
    from: '"ION staff": { id: 2, is_staff: true },',
    to: '"ION staff": { id: 2, is_staff: false },',
  },
  {
    row: `${people}Two reporting permissions`,
    file: "server/http/route.ts",
    from: 'const portfolio = scope.permissions.includes("reporting.view_asset_data_report");',
    to: "const portfolio = true;",
  },
  // Rows of the calls
  {
    row: `${rows}Property row`,
    file: `${reporting}/classes.ts`,
    from: "const READ_FROM = 80;",
    to: "const READ_FROM = 40;",
    by: "a day is read when four of five",
  },
  {
    row: `${rows}Leak row`,
    file: `${reporting}/leak-overview.ts`,
    from: "total_gallons_leaked: asGallons(row.total_gallons_leaked),",
    to: "total_gallons_leaked: asGallons(row.gallons_leaked),",
  },
  {
    row: `${rows}Leak flow row`,
    file: `${reporting}/leak-details/flow-hour.ts`,
    from: "    events: hour.events,\n",
    to: "    events: null,\n",
    by: "hours: the doubled one",
  },
  {
    row: `${rows}Leak flow row`,
    file: `${reporting}/leak-details/flow-day.ts`,
    from: "    events: day.events_total,\n",
    to: "    events: null,\n",
    by: "days: newest first",
  },
  {
    row: `${rows}Chart series`,
    file: `${reporting}/charts/buckets.ts`,
    from: "      date: dayText(day),\n",
    to: '      date: "2026-01-01",\n',
    by: "weeks and months sum",
  },
  {
    row: `${rows}Chart series`,
    file: `${reporting}/finances/costs.ts`,
    from: "normal_consumption: dollars((sums) => sums.cost - leakCostOf(sums)),",
    to: "normal_consumption: dollars((sums) => sums.cost),",
    by: "draws costs by day",
  },
  {
    row: `${rows}Property info with average_consumption`,
    file: `${reporting}/property-overview.ts`,
    from: "properties.name, city, state, street,",
    to: "properties.name, city, '' as state, street,",
    by: "a property's page",
  },
  {
    row: `${rows}Paged result`,
    file: `${reporting}/page.ts`,
    from: 'previous: asked.page > 1 ? withParam(url, "page", asked.page - 1) : null,',
    to: "previous: null,",
    by: "the last page leads back",
  },
  // Calls
  {
    row: `${calls}granularity_type`,
    file: "contract/common.ts",
    from: "    .enum([own], `This call",
    to: '    .enum(["day", "hour"], `This call',
    by: "changes nothing at",
  },
  {
    row: `${calls}include_active_leak`,
    file: `${reporting}/top-leaks/top-meters.ts`,
    from: `\${asked.include_active_leak ? sql\`union all \${silentMeters}\` : sql\`\`}`,
    to: "",
    by: "what was silent in the days",
  },
  {
    row: `${calls}portfolio-insights/overview`,
    file: `${reporting}/portfolio/watchlist.ts`,
    from: "order by leak_cost_per_unit desc",
    to: "order by leak_cost_per_unit asc",
    by: "the watchlist begins",
  },
  {
    row: `${calls}overview, my-properties/`,
    file: `${reporting}/my-properties.ts`,
    from: "order by lower(properties.name), properties.id",
    to: "order by properties.id desc",
    by: "my properties are those",
  },
  {
    row: `${calls}top-leak-volume/properties`,
    file: `${reporting}/top-leaks/top-units.ts`,
    from: "{ ...asked, property_id: [property.id] }",
    to: "{ ...asked }",
    by: "the units of one property",
  },
  {
    row: `${calls}top-meters, an API without a screen`,
    file: `${reporting}/top-leaks/top-meters.ts`,
    from: "when 'Toilet' then 'toilet leak'",
    to: "when 'Toilet' then 'other leak'",
  },
  {
    row: `${calls}Units of a property: first 5`,
    file: `${reporting}/leak-list.ts`,
    from: `offset \${(asked.offset ?? 0) + `,
    to: `offset \${`,
    by: "rows that are at hand",
  },
  {
    row: `${calls}Units of a property: first 5`,
    file: "web/pages/property/property-units/property-units-query.ts",
    from: ", offset: FIRST_UNITS",
    to: "",
    by: "properties unfold",
  },
  {
    row: `${calls}leak-report/properties/{id}/overview and /meters`,
    file: `${reporting}/property-meters.ts`,
    from: `or point.unit_id = any(\${units}::bigint[]))\``,
    to: "or true)`",
  },
  // States
  {
    row: `${states}Device reporting ratio colouring`,
    file: "web/components/badges/HealthBadge.tsx",
    from: 'warning: { name: "Warning", Icon: IconAlertTriangleFilled, color: "warning" },',
    to: 'warning: { name: "Warning", Icon: IconAlertTriangleFilled, color: "critical" },',
    by: "a healthy ratio is blue",
  },
  {
    row: `${states}Tables show a loading state`,
    file: "web/components/table/DataTable.tsx",
    from: "const SKELETON_ROWS_AT_MOST = 10;",
    to: "const SKELETON_ROWS_AT_MOST = 40;",
    by: "a table that waits",
  },
  {
    row: `${states}Changing ordering resets page`,
    file: "web/app/report/report-search.ts",
    from: `if (ordering === \`-\${field}\`) return \`-\${field}\`;`,
    to: `if (ordering === \`-\${field}\`) return field;`,
    by: "figures ascend",
  },
  {
    row: `${states}Changing ordering resets page`,
    file: "web/components/table/ordering.ts",
    from: `return ordering === field ? \`-\${field}\` : field;`,
    to: "return field;",
    by: "a leading minus is descending",
  },
  {
    row: `${states}Reset returns to yesterday`,
    file: "web/app/report/saved-view.ts",
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
    from: 'return from > to ? \'"From" value cannot',
    to: 'return from >= to ? \'"From" value cannot',
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
    file: "web/app/report/filter-options.ts",
    from: ".toSorted((one, other) => byName.compare(one.label, other.label));",
    to: ";",
  },
  // Constants
  {
    row: `${constants}Pager`,
    file: "web/components/table/pages.ts",
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
    file: "web/pages/property/leak-detail/DayUpdates.tsx",
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
    from: `-$\${compact.format(-dollars)}\` : \`$\${compact.format(dollars)}\``,
    to: `-$\${compact.format(-dollars)}\` : \`\${compact.format(dollars)}\``,
    by: "axes are short",
  },
  // Profile
  {
    row: `${profile}Password rules`,
    file: "contract/password-rules.ts",
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
