import type { Mutation } from "./mutation.ts";

const people = "§1, §3, §6 People and what they may see: ";
const rows = "§3 Rows of the calls: ";
const calls = "§7 Calls: ";

const reporting = "server/reporting";

/** Of the rows about what the calls answer, tested over HTTP. */
export const answerMutations: readonly Mutation[] = [
  {
    row: `${people}Organization admins and members see only`,
    file: "server/http/accounts/organization-users.ts",
    from: "    checkOrganizationInScope(scope, params.organization_id);\n",
    to: "",
    by: "an admin of two organizations manages the",
  },
  // Rows
  {
    row: `${rows}Leak overview row, with total_expense`,
    file: `${reporting}/finances/leak-expenses.ts`,
    from: "total_expense: asDollars(row.total_expense),",
    to: "total_expense: asDollars(row.leak_expense),",
  },
  {
    row: `${rows}Meter row and meter-level day row`,
    file: `${reporting}/top-leaks/meter-day-list.ts`,
    from: "toilet_leaks: asGallons(leaked !== null && !ofToilet ? 0 : leaked),",
    to: "toilet_leaks: asGallons(leaked),",
    by: "a row for every meter and day",
  },
  {
    row: `${rows}Chart point of a meter`,
    file: `${reporting}/leak-details/consumption.ts`,
    from: "    events: volumes?.events ?? null,\n",
    to: "    events: null,\n",
  },
  {
    row: `${rows}Leak property row and leak unit row`,
    file: `${reporting}/top-leaks/top-properties.ts`,
    from: "leak_days: row.leak_days,",
    to: "leak_days: row.units_with_leakage,",
    by: "a property's leak gallons equal the sum",
  },
  {
    row: `${rows}Device health property, device row`,
    file: `${reporting}/device-health/property-health.ts`,
    from: "coalesce(counted.delayed + counted.offline, 0) as silent_devices",
    to: "coalesce(counted.offline, 0) as silent_devices",
    by: "calculates the ratio over devices ever seen",
  },
  {
    row: `${rows}Organization and property (admin)`,
    file: "server/inventory/organization-list.ts",
    from: "p.organization_id = o.id and p.archived_at is null) as properties_count",
    to: "p.organization_id = o.id) as properties_count",
    by: "organizations are created by IONAdmins, renamed by",
  },
  {
    row: `${rows}Leak-overview filter response`,
    file: `${reporting}/leak-list-filters.ts`,
    from: 'new Intl.Collator("en", { numeric: true })',
    to: 'new Intl.Collator("en")',
  },
  // Calls
  {
    row: `${calls}Common parameters`,
    file: "contract/call/fields.ts",
    from: "z.union([z.literal(0), z.literal(1), z.literal(7),",
    to: "z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(7),",
    by: "rejects %s under the field's name",
  },
  {
    row: `${calls}device-health/overview, critical-alerts`,
    file: `${reporting}/device-health/overview.ts`,
    from: 'meters: counted("meter"),',
    to: "meters: counted(null),",
    by: "counts properties by class and devices by",
  },
  {
    row: `${calls}finances/costs, finances/leak-type-costs`,
    file: `${reporting}/finances/costs.ts`,
    from: "previous_period_cost: before === null ? null : asDollars(leakCostOf(before)),",
    to: "previous_period_cost: null,",
    by: "charts costs by day, with the 25-hour",
  },
  {
    row: `${calls}POST finances/unit-gallon-price`,
    file: "server/costs/units-in-scope.ts",
    from: "  if (found.length < wanted.length) throw noSuchUnits();\n",
    to: "",
    by: "applies a call completely or not at",
  },
  {
    row: `${calls}leak-details/meters/{meter}/overview`,
    file: `${reporting}/leak-details/overview.ts`,
    from: "gallons_leaked: asGallons(figures?.leaked ?? 0),",
    to: "gallons_leaked: asGallons(figures.gallons),",
    by: "shows the place, the period's figures and",
  },
  {
    row: `${calls}admin/staff/inventory/organizations`,
    file: "server/inventory/property-list.ts",
    from: "? sql`p.organization_id is null`",
    to: "? sql`true`",
    by: "lists of properties",
  },
  {
    row: `${calls}admin/external/inventory/organizations`,
    file: "server/http/inventory/inventory.ts",
    from: "      checkOrganizationInScope(scope, params.organization_id);\n      const filters = { ...query, organization_id: [",
    to: "      const filters = { ...query, organization_id: [",
  },
  {
    row: `${calls}Users: list, POST, PATCH and DELETE`,
    file: "server/accounts/users/change-users.ts",
    from: "    await deleteAccount(tx, id, actor.at);\n",
    to: "",
    by: "staff delete an account",
  },
  {
    row: `${calls}Inventory property units`,
    file: "server/inventory/property-units.ts",
    from: "  checkOrganizationInScope(scope, organizationId);\n",
    to: "",
  },
  {
    row: `${calls}Save user preferences`,
    file: "server/accounts/users/preferences.ts",
    from: "columns: { ...before.columns, ...change.columns },",
    to: "columns: change.columns ?? before.columns,",
  },
  {
    row: `${calls}Logout`,
    file: "server/http/accounts/start-session.ts",
    from: "  if (token !== null) await endSession(tx, token, { requestId: request.id, at: clock() });\n",
    to: "",
    by: "signing out ends",
  },
];
