import type { Mutation } from "./mutation.ts";

const cockpit = "§2, §3 Cockpit: ";
const properties = "§2, §3 Properties: ";
const finance = "§2, §3 Finance: ";
const prices = "§5, §8 Set Custom Cost per Gallon: ";
const owner = "Owner's report and compared periods: ";
const maps = "Property map and heat map of a building: ";

const pages = "web/pages/portfolio";
const cards = "web/app/report/cards";
const customCost = "web/pages/property/report-dialogs/custom-cost";
const heatMap = "web/pages/property/building-heat-map";

/** Of the rows about the portfolio's screens, prices, the owner's report and the maps. */
export const portfolioMutations: readonly Mutation[] = [
  // Cockpit
  {
    row: `${cockpit}Tabs (default watchlist)`,
    file: `${pages}/ranking/Ranking.tsx`,
    from: 'view.setTab(next === "toplist" ? next : undefined)',
    to: "view.setTab(undefined)",
  },
  {
    row: `${cockpit}Portfolio-performance panel`,
    file: `${pages}/cockpit/CockpitPage.tsx`,
    from: "{performanceClasses.map((name) => (",
    to: "{performanceClasses.toReversed().map((name) => (",
  },
  {
    row: `${cockpit}Costs panel`,
    file: `${pages}/cockpit/Costs.tsx`,
    from: "share: costs.toilet_leak_percentage,",
    to: "share: costs.other_leak_percentage,",
  },
  {
    row: `${cockpit}Overview cards with a favourite star`,
    file: `${cards}/OverviewCards.tsx`,
    from: "cardOrder.toSorted((one, other) => Number(favourite(other).on) - Number(favourite(one).on))",
    to: "cardOrder",
  },
  {
    row: `${cockpit}Overview card: title, value`,
    file: `${cards}/card-text.ts`,
    from: "(toilet_units_count)} toilet`",
    to: "(units_count)} toilet`",
    by: "describes a card's figure, how its parts",
  },
  {
    row: `${cockpit}Overview card: title, value`,
    file: `${cards}/OverviewCards.tsx`,
    from: "{text} {compared && <ComparisonBadge value={change} unit={unit} />}",
    to: "{text}",
    by: "the first screen shows the API's figures",
  },
  {
    row: `${cockpit}Water usage efficiency`,
    file: `${pages}/cockpit/Efficiency.tsx`,
    from: "{ name: t`Toilets`, ...toilet },",
    to: "{ name: t`Toilets`, ...whole_unit },",
  },
  {
    row: `${cockpit}All panels load`,
    file: `${pages}/cockpit/CockpitAnswer.tsx`,
    from: "onClick={() => void savings.refetch()}",
    to: "onClick={() => undefined}",
  },
  // Properties
  {
    row: `${properties}Properties table`,
    file: `${pages}/properties/PropertiesTable.tsx`,
    from: '    count("bedrooms", t`Bedrooms`, 110),\n',
    to: "",
  },
  {
    row: `${properties}Row click opens the property`,
    file: `${pages}/properties/PropertiesTable.tsx`,
    from: "            onOpenRow={(row) => void navigate(propertyTarget(row.property_id, view.period))}\n",
    to: "",
    by: "rows, total and headline are the API's",
  },
  {
    row: `${properties}Performance classification`,
    file: `${pages}/properties/Classes.tsx`,
    from: "{performanceClasses.map((performance) => (",
    to: "{performanceClasses.toReversed().map((performance) => (",
  },
  {
    row: `${properties}Property rows expand`,
    file: "web/pages/property/property-units/use-resorted.ts",
    from: "void client.invalidateQueries({ predicate }, { cancelRefetch: false });",
    to: "",
  },
  {
    row: `${properties}Overview cards with a favourite star`,
    file: `${cards}/OverviewCards.tsx`,
    from: "            favourite={favourite(id)}\n",
    to: "",
  },
  {
    row: `${properties}Rows coloured red, yellow and green`,
    file: `${pages}/properties/PropertiesTable.tsx`,
    from: 'critical: "red" }',
    to: 'critical: "yellow" }',
  },
  {
    row: `${properties}/properties/{id} with portfolio`,
    file: "web/app/report/headline/CoverageNote.tsx",
    from: 'mayAccess(me, "portfolio") ? "/portfolio-gateway-device-health" : "/gateway-device-health"',
    to: '"/gateway-device-health"',
  },
  {
    row: `${properties}Each panel fails`,
    file: `${pages}/properties/Classes.tsx`,
    from: "query={status}",
    to: "query={{ ...status, isError: false }}",
  },
  // Finance
  {
    row: `${finance}/finance: access portfolio`,
    file: `${pages}/finance/route.ts`,
    from: 'requireAccess(context.me, "portfolio");',
    to: 'requireAccess(context.me, "portfolio", "property");',
  },
  {
    row: `${finance}Leak cost as`,
    file: `${pages}/finance/finance-text.ts`,
    from: "toilet > other ? t`Toilet leaks`",
    to: "toilet < other ? t`Toilet leaks`",
    by: "names the costliest kind, and none where",
  },
  {
    row: `${finance}Chart series by Day/Week/Month`,
    file: `${pages}/finance/finance-series.ts`,
    from: 'stack: "leaks",',
    to: 'stack: "water",',
    by: "stacks leak costs below normal consumption, next",
  },
  {
    row: `${finance}Leak overview row`,
    file: `${pages}/finance/expense-columns.tsx`,
    from: "<PlaceCell row={row} view={view} fixedProperty={false} />",
    to: "<PlaceCell row={row} view={view} fixedProperty />",
  },
  {
    row: `${finance}The table's sum`,
    file: "server/reporting/finances/leak-type-costs.ts",
    from: "total_cost: asDollars(now.all),",
    to: "total_cost: asDollars(now.toilet),",
    by: "leak costs of units add up to",
  },
  {
    row: `${finance}Finance dialogs`,
    file: `${pages}/finance/FinancePage.tsx`,
    from: 'only={["leak-related-costs", "custom-cost"]}',
    to: 'only={["leak-related-costs"]}',
    by: "costs are shown by day, week or",
  },
  // Set Custom Cost per Gallon
  {
    row: `${prices}0, negative, four decimals`,
    file: `${customCost}/cost-rows.ts`,
    from: "if (Number(text) <= 0)",
    to: "if (Number(text) < 0)",
  },
  {
    row: `${prices}More property cost rows`,
    file: `${customCost}/CustomCostDialog.tsx`,
    from: "onRemove={costs.length > 1 ? () => removeRow(index) : undefined}",
    to: "onRemove={() => removeRow(index)}",
  },
  {
    row: `${prices}A property without units`,
    file: `${customCost}/row-problems.ts`,
    from: "unitsOf(Number(property_id))?.length === 0)",
    to: "unitsOf(Number(property_id)) === null)",
  },
  {
    row: `${prices}Prices with their history`,
    file: `${customCost}/timeline/price-lanes.ts`,
    from: 'source: "organization"',
    to: 'source: "usual"',
    by: "spans cover each day",
  },
  {
    row: `${prices}Preview of a`,
    file: `${customCost}/change-text.ts`,
    from: 'more > 0 ? "+" : ""',
    to: 'more < 0 ? "+" : ""',
  },
  {
    row: `${prices}500, 403, offline, broken JSON`,
    file: `${customCost}/use-custom-cost.ts`,
    from: "if (error instanceof ApiError) form.setErrors(fieldErrors(error.fields, costs.length));",
    to: "if (error instanceof ApiError) form.reset();",
  },
  {
    row: `${prices}Overlapping rows request`,
    file: `${customCost}/CustomCostDialog.tsx`,
    from: "rows.every(isComplete) && Object.keys(rowProblems(rows, unitsOf)).length === 0,",
    to: "rows.every(isComplete),",
  },
  {
    row: `${prices}A failed save`,
    file: `${customCost}/use-custom-cost.ts`,
    from: "      keepDraft(error);\n",
    to: "",
    by: "keeps the input when the session ends",
  },
  {
    row: `${prices}Users without the permission`,
    file: "web/app/report/report-dialog.ts",
    from: 'return !needsPortfolio || mayAccess(me, "portfolio");',
    to: "return true;",
  },
  // Owner's report and compared periods
  {
    row: `${owner}An owner's report`,
    file: "server/report-files/owner-report/owner-contents.ts",
    from: "formats.volume(row.gallons_consumed),",
    to: "formats.volume(row.gallons_leaked),",
    by: "every figure equals that of its call",
  },
  {
    row: `${owner}Repairs and their`,
    file: `${pages}/owner-report/contents/owner-text.ts`,
    from: "if (reported !== null)",
    to: "if (reported === null)",
    by: "reports savings, the results of fixes",
  },
  {
    row: `${owner}Repairs and their`,
    file: "web/app/report/headline/default-rate.ts",
    from: "if (whose.length === 0) return null;",
    to: "if (whose.length >= 0) return null;",
    by: "units without a water rate",
  },
  {
    row: `${owner}Days of alerts`,
    file: "web/pages/alerts/alert-columns.tsx",
    from: "dayAtProperty(row.began_at, row.time_zone)",
    to: 'dayAtProperty(row.began_at, "Asia/Tokyo")',
  },
  {
    row: `${owner}Dollars at the default rate`,
    file: "server/reporting/totals.ts",
    from: "period.last_day between unit_prices.first_day and unit_prices.last_day",
    to: "period.last_day < unit_prices.first_day",
    by: "counts units without a price on the",
  },
  {
    row: `${owner}Comparison of two`,
    file: `${pages}/compare-periods/movers.ts`,
    from: "Math.abs(mover.difference.value)",
    to: "mover.difference.value",
    by: "sorts properties by the size of their",
  },
  {
    row: `${owner}A change is`,
    file: `${pages}/compare-periods/difference.ts`,
    from: "const ENOUGH = 0.8;",
    to: "const ENOUGH = 0.7;",
    by: "explains why there is no comparison: below",
  },
  {
    row: `${owner}Last week compared`,
    file: `${pages}/compare-periods/compare-search.ts`,
    from: "before: monthsEarlier(month, 12)",
    to: "before: monthsEarlier(month, 11)",
  },
  // Maps
  {
    row: `${maps}Legend with counts`,
    file: `${pages}/property-map/MapView.tsx`,
    from: "{performanceClasses.map((one) => (",
    to: "{performanceClasses.toReversed().map((one) => (",
  },
  {
    row: `${maps}Heat map of a building`,
    file: `${heatMap}/heat-rows.ts`,
    from: "const HIGHEST = 120;",
    to: "const HIGHEST = 11;",
    by: "are the digits before the last two",
  },
  {
    row: `${maps}The building and`,
    file: "contract/reporting/heat-map.ts",
    from: "MOST_HEAT_DAYS = 92;",
    to: "MOST_HEAT_DAYS = 365;",
    by: "too many days for a heat map",
  },
];
