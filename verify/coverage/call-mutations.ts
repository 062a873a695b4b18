import type { Mutation } from "./mutation.ts";

const rows = "§3 Rows of the calls: ";
const calls = "§7 Calls: ";
const people = "§1, §3, §6 People and what they may see: ";
const reporting = "server/reporting";
const sections = "web/app/jump/sections.ts";

/** Of the rows about people, the calls and what they answer. */
export const callMutations: readonly Mutation[] = [
  // People
  {
    row: `${people}A user may belong to several organizations`,
    file: "server/accounts/users/next-account.ts",
    from: "if (before.memberships.some((one) => one.organization_id === organizationId)) {",
    to: "if (before.memberships.length > 0) {",
    by: "adds an organization to an existing account",
  },
  {
    row: `${people}The product has three areas`,
    file: sections,
    from: "    name: t`Admin`,\n",
    to: "    name: t`Administration`,\n",
    by: "the Admin menu",
  },
  {
    row: `${people}User: id, email, names`,
    file: "server/accounts/who-is.ts",
    from: "    assigned_properties: user.assigned_properties,\n",
    to: "    assigned_properties: [],\n",
    by: "shows users the same fields of themselves",
  },
  {
    row: `${people}User: id, email, names`,
    file: "server/accounts/users/preferences.ts",
    from: "= withDefaults(stored.get(user.id));",
    to: "= withDefaults(undefined);",
    by: "shows users the same fields of themselves",
  },
  {
    row: `${people}Role values come from the server`,
    file: "server/accounts/users/roles.ts",
    from: '"ION staff": { id: 2, is_staff: true },',
    to: '"ION staff": { id: 2, is_staff: false },',
  },
  {
    row: `${people}Two reporting permissions`,
    file: "server/query/is-allowed.ts",
    from: 'const portfolio = scope.permissions.includes("reporting.view_asset_data_report");',
    to: "const portfolio = true;",
  },
  // Rows of the calls
  {
    row: `${rows}Property row`,
    file: `${reporting}/classes.ts`,
    from: "const READ_FROM = 80;",
    to: "const READ_FROM = 40;",
    by: "counts a day as read when four",
  },
  {
    row: `${rows}Leak row`,
    file: `${reporting}/leak-overview.ts`,
    from: "total_gallons_leaked: asGallons(row.total_gallons_leaked),",
    to: "total_gallons_leaked: asGallons(row.gallons_leaked),",
  },
  {
    row: `${rows}Leak flow row`,
    file: `${reporting}/leak-details/flow.ts`,
    from: "    events: hour.events,\n",
    to: "    events: null,\n",
    by: "lists the repeated hour twice, each with",
  },
  {
    row: `${rows}Leak flow row`,
    file: `${reporting}/leak-details/flow.ts`,
    from: "    events: day.events_total,\n",
    to: "    events: null,\n",
    by: "lists days newest first with totals since",
  },
  {
    row: `${rows}Chart series`,
    file: `${reporting}/charts/buckets.ts`,
    from: "      date: dayText(day),\n",
    to: '      date: "2026-01-01",\n',
    by: "sums days to weeks and months",
  },
  {
    row: `${rows}Chart series`,
    file: `${reporting}/finances/costs.ts`,
    from: "normal_consumption: dollars((sums) => sums.cost - leakCostOf(sums)),",
    to: "normal_consumption: dollars((sums) => sums.cost),",
    by: "charts costs by day, with the 25-hour",
  },
  {
    row: `${rows}Property info with average_consumption`,
    file: `${reporting}/property-overview.ts`,
    from: "properties.name, city, state, street,",
    to: "properties.name, city, '' as state, street,",
    by: "shows a property, and answers another tenant's",
  },
  {
    row: `${rows}Paged result`,
    file: "server/query/page.ts",
    from: 'previous: params.page > 1 ? withParam(url, "page", params.page - 1) : null,',
    to: "previous: null,",
    by: "the last page links back, and the",
  },
  // Calls
  {
    row: `${calls}granularity_type`,
    file: "contract/call/fields.ts",
    from: "    .enum([own], `This call",
    to: '    .enum(["day", "hour"], `This call',
    by: "changes nothing at",
  },
  {
    row: `${calls}include_active_leak`,
    file: `${reporting}/top-leaks/top-meters.ts`,
    from: `\${params.include_active_leak ? sql\`union all \${silentMeters}\` : sql\`\`}`,
    to: "",
    by: "shows running leaks without data in the",
  },
  {
    row: `${calls}portfolio-insights/overview`,
    file: `${reporting}/portfolio/ranking.ts`,
    from: "order by leak_cost_per_unit desc",
    to: "order by leak_cost_per_unit asc",
    by: "sorts the watchlist by leak cost per",
  },
  {
    row: `${calls}overview, my-properties/`,
    file: `${reporting}/my-properties.ts`,
    from: "order by lower(properties.name), properties.id",
    to: "order by properties.id desc",
    by: "lists the properties of the scope by",
  },
  {
    row: `${calls}top-leak-volume/properties`,
    file: `${reporting}/top-leaks/top-units.ts`,
    from: "{ ...query, property_id: [property.id] }",
    to: "{ ...query }",
    by: "lists only the units of the requested",
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
    from: `offset \${(params.offset ?? 0) + `,
    to: `offset \${`,
    by: "offset leaves out the first rows, and",
  },
  {
    row: `${calls}Units of a property: first 5`,
    file: "web/pages/property/property-units/property-units-query.ts",
    from: ", offset: FIRST_UNITS",
    to: "",
    by: "properties expand to five units and then",
  },
  {
    row: `${calls}leak-report/properties/{id}/overview and /meters`,
    file: `${reporting}/property-meters.ts`,
    from: `or point.unit_id = any(\${units}::bigint[]))\``,
    to: "or true)`",
  },
];
