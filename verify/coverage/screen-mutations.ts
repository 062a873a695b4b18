import type { Mutation } from "./mutation.ts";

const nav = "§2 Routes and navigation: ";
const lists = "§2 Leak list, meter consumption, top tables: ";
const leak = "§2 Leak detail page: ";
const dialogs = "§2 Dialogs: ";
const gateway = "§2 Gateway & Device Health: ";
const devices = "§2 Device Health, across properties: ";
const bars = "§2 Report filter bars: ";

const pages = "web/pages/property";

/** Of the rows about the header, the screens of a property and the filter bars. */
export const screenMutations: readonly Mutation[] = [
  // Routes and navigation
  {
    row: `${nav}/properties/{property_id}, optionally`,
    file: "web/app/route/signed-in-route.ts",
    from: "return more.length === 0 ? named : undefined;",
    to: "return undefined;",
  },
  {
    row: `${nav}/history?building_id=..&unit_id=..`,
    file: `${pages}/unit-details/UnitParts.tsx`,
    from: "<Fact name={t`Building`}>{unit.building}</Fact>",
    to: "<Fact name={t`Building`}>{unit.name}</Fact>",
  },
  {
    row: `${nav}/top5-leaks-details?meter=..&property_id=..`,
    file: "web/app/report/leak-target.ts",
    from: "const search = { ...period, meter, property_id: [leak.property_id] };",
    to: "const search = { ...period, meter };",
    by: "the biggest leak is one click away",
  },
  {
    row: `${nav}Property Insights menu is shown`,
    file: "web/app/jump/sections.ts",
    from: '    access: "portfolio",\n',
    to: '    access: "property",\n',
  },
  {
    row: `${nav}Otherwise a section menu`,
    file: "web/app/shell/SignedInShell.tsx",
    from: "<span>{me.username}</span>",
    to: "<span>{me.role}</span>",
    by: "the user menu shows who is signed",
  },
  {
    row: `${nav}Logout calls the logout service`,
    file: "web/app/session/use-logout.ts",
    from: 'await call("DELETE /v1/session", {}).then(',
    to: "await Promise.resolve().then(",
  },
  {
    row: `${nav}Small screens use a full-screen menu`,
    file: "web/app/shell/FullScreenMenu.tsx",
    from: 'title={t`Menu`} size="full">',
    to: "title={t`Menu`}>",
    by: "the menu of a small screen",
  },
  // Leak lists
  {
    row: `${lists}Leak list table`,
    file: `${pages}/leak-list/PlaceCell.tsx`,
    from: "{ ...building_id, unit_id: [row.unit_id] }",
    to: "building_id",
    by: "each part of a leak's place",
  },
  {
    row: `${lists}Meter consumption table`,
    file: `${pages}/meter-consumption/meter-columns.tsx`,
    from: "attachedToColumn({",
    to: "textColumn('attached_to', t`Fixture`, {",
    by: "tables of leaks, meters, days and hours",
  },
  {
    row: `${lists}Rows whose leak detail`,
    file: `${pages}/meter-consumption/leak-status.ts`,
    from: "? { gap: name } : name;",
    to: "? undefined : name;",
  },
  {
    row: `${lists}History / Top 5 screens`,
    file: `${pages}/leak-list/LeakTabs.tsx`,
    from: 'view.setTab(tab === "meters" ? tab : undefined)',
    to: "view.setTab(undefined)",
    by: "meters by day and by hour",
  },
  {
    row: `${lists}A bar-chart modal`,
    file: `${pages}/report-dialogs/bars/BarsDialog.tsx`,
    from: 'ordering: "-gallons_leaked"',
    to: 'ordering: "gallons_leaked"',
    by: "bars are the largest leaks in order",
  },
  {
    row: `${lists}Property leak table`,
    file: `${pages}/property-units/property-units-query.ts`,
    from: "{ organization_id: _organization, property_id: _property, ...filters }",
    to: "{ organization_id: _organization, ...filters }",
  },
  {
    row: `${lists}Top-leaking-units table`,
    file: `${pages}/top-units/columns.tsx`,
    from: "t`Days Leak Repeating`,",
    to: "t`Days`,",
    by: "tables of leaks, meters, days and hours",
  },
  {
    row: `${lists}Occupancy row`,
    file: `${pages}/occupancy/vacant-use.ts`,
    from: 'return row.occupancy === "vacant" &&',
    to: 'return row.occupancy === "occupied" &&',
  },
  // Leak detail
  {
    row: `${leak}Header: leak type`,
    file: `${pages}/leak-detail/LeakHeader.tsx`,
    from: "{overview ? attachedToName(overview.attached_to) : missing}",
    to: "{overview?.building_name ?? missing}",
  },
  {
    row: `${leak}Day columns, with 22h+ Gallons`,
    file: `${pages}/leak-detail/updates/DayUpdates.tsx`,
    from: `    t\`22h+ \${Gallons}\`,\n`,
    to: "    t`Long-run Gallons`,\n",
    by: "tables of leaks, meters, days and hours",
  },
  {
    row: `${leak}'Catch-Up' shows`,
    file: `${pages}/leak-detail/updates/HourUpdates.tsx`,
    from: "{name} <InfoTip label={catchUp} />",
    to: "{name}",
    by: "explains a hybrid leak and a catch-up",
  },
  {
    row: `${leak}Why it is a leak`,
    file: `${pages}/leak-detail/evidence/evidence.ts`,
    from: "return at >= from - DAY_MS && at < until;",
    to: "return at >= from && at < until;",
  },
  {
    row: `${leak}A leak marked repaired`,
    file: "web/pages/cases/report/case-text.ts",
    from: "return gallons_saved === null || dollars_saved === null",
    to: "return gallons_saved === null || dollars_saved !== null",
    by: "a repaired leak shows",
  },
  // Dialogs
  {
    row: `${dialogs}Property Information: organisation`,
    file: `${pages}/property-information/Information.tsx`,
    from: "{property.zip_code}</Detail>",
    to: "{property.street}</Detail>",
  },
  {
    row: `${dialogs}Building and Unit filters`,
    file: `${pages}/property-information/MeterList.tsx`,
    from: "METERS_AT_A_TIME = 10;",
    to: "METERS_AT_A_TIME = 25;",
  },
  {
    row: `${dialogs}Empty text: 'No property details available'`,
    file: `${pages}/property-information/Information.tsx`,
    from: "title={t`No property details available`}",
    to: "title={t`No details`}",
  },
  {
    row: `${dialogs}Full-screen Gallons & Leaks Dynamics`,
    file: `${pages}/report-dialogs/dynamics/DynamicsDialog.tsx`,
    from: "shareOf.get(point.start_date) ?? null",
    to: "shareOf.get(point.end_date) ?? null",
  },
  {
    row: `${dialogs}Full-screen Leak-Related Costs`,
    file: `${pages}/report-dialogs/costs/CostsDialog.tsx`,
    from: "value={dollars(data?.toilet_leak_cost)}",
    to: "value={dollars(data?.other_leak_cost)}",
  },
  {
    row: `${dialogs}Set Custom Cost per Gallon`,
    file: `${pages}/report-dialogs/custom-cost/CustomCostDialog.tsx`,
    from: `title={t\`Set Custom Cost per \${Gallon}\`}`,
    to: "title={t`Costs`}",
  },
  {
    row: `${dialogs}Device Health Thresholds`,
    file: `${pages}/device-parts/thresholds/threshold-rules.ts`,
    from: '["warning_min", "greater", "critical_max"],',
    to: "",
  },
  // Device health
  {
    row: `${gateway}Header text`,
    file: `${pages}/gateway-device-health/GatewayPage.tsx`,
    from: "subtitle={t`Monitor and manage device connectivity across properties.`}",
    to: "subtitle={t`Devices.`}",
  },
  {
    row: `${gateway}Filters: organization, property`,
    file: `${pages}/device-parts/GatewayFilters.tsx`,
    from: "onReset={view.reset}",
    to: "onReset={() => view.setFilters({ status: undefined, device_type: undefined })}",
    by: "filters apply on Apply, revert on leaving",
  },
  {
    row: `${gateway}Overview cards carry a favourite star`,
    file: `${pages}/device-parts/HealthCards.tsx`,
    from: "          favourite={favourite(id)}\n",
    to: "",
  },
  {
    row: `${devices}/portfolio-gateway-device-health: access portfolio`,
    file: "contract/inventory/devices.ts",
    from: 'portfolio-insights/overview` as const]: call({\n    access: "portfolio",',
    to: 'portfolio-insights/overview` as const]: call({\n    access: "property-or-portfolio",',
    by: "separates the property's calls from the portfolio's",
  },
  {
    row: `${devices}Overview cards with a favourite star`,
    file: `${pages}/device-parts/HealthCards.tsx`,
    from: "onClick={() => onShow(tab, { status, device_type: types })}",
    to: "onClick={() => undefined}",
  },
  {
    row: `${devices}Filters of status, device type, building and date`,
    file: `${pages}/device-parts/gateway-view.ts`,
    from: "const folded = { page: undefined, list_page: undefined, open: undefined,",
    to: "const folded = { page: undefined, list_page: undefined,",
  },
  // Report filter bars
  {
    row: `${bars}Yesterday / Last 7 days / Last 30 days tabs`,
    file: "web/components/period/PeriodTabs.tsx",
    from: "onClick={() => onChange({ period })}",
    to: 'onClick={() => onChange({ period: "yesterday" })}',
    by: "the period tabs change",
  },
  {
    row: `${bars}Organizations (for staff), properties`,
    file: "web/app/report/filters/PlacesControls.tsx",
    from: "{is_staff && (pending || organizations.length > 1) && (",
    to: "{(pending || organizations.length > 0) && (",
    by: "each period has its comparison",
  },
  {
    row: `${bars}Users with one`,
    file: "web/app/report/filters/PlacesControls.tsx",
    from: "if (only !== undefined && all.length === 1)",
    to: "if (only !== undefined && all.length === 0)",
  },
  {
    row: `${bars}Building, unit`,
    file: `${pages}/leak-list/use-place-filters.tsx`,
    from: "useQuery({ ...unitsOfBuildingsQuery(view.search, chosen ?? []), enabled: chosen !== undefined })",
    to: "useQuery({ ...unitsOfBuildingsQuery(view.search, []), enabled: chosen !== undefined })",
    by: "bedrooms, building and unit",
  },
  {
    row: `${bars}Show Today's Data switch`,
    file: "web/app/report/search/report-view.ts",
    from: "const active = { only_active, include_active_leak: only_active };",
    to: "const active = { only_active };",
    by: "Only Active Leaks lists",
  },
];
