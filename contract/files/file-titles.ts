/** What files and screens call the fields of exported rows, where it is not the field's own name in capitals. */
const titles: Readonly<Record<string, string>> = {
  as_of: "As Of",
  assignee: "Assigned to",
  began_at: "Since",
  building_name: "Building",
  came_back_at: "Came Back",
  case_state: "State",
  closed_at: "Over Since",
  days_without_water: "Days without Water",
  delayed_devices: "Delayed",
  device_reporting_ratio: "Reporting Ratio",
  dollars_per_day: "Cost per Day",
  ended_at: "Ended",
  event: "Events",
  events_sum: "Average Events",
  gallons_consumed: "Gallons",
  gallons_leaked: "Leak Gallons",
  gallons_per_bedroom_per_day: "Use per Bedroom",
  gallons_per_day: "Loses per Day",
  gateway_serial_number: "Gateway",
  last_seen_at: "Last Seen",
  is_active: "Active",
  is_default_price: "Default Rate",
  is_unconfirmed: "Unconfirmed",
  kind: "What",
  last_used_date: "Last Day with Water",
  leak_cost_per_unit: "Leak Cost per Unit",
  leak_days: "Days Leak Repeating",
  leak_end_date: "Leak End",
  leak_percentage: "Leak Volume",
  leak_start_date: "Leak Start",
  leak_volume: "Leak Gallons",
  leak_volume_percentage: "Leak Volume",
  leaking_other: "Other Leaks",
  meter_serial_number: "Device Serial Number",
  meters: "Meters Behind It",
  move_in: "Moved In",
  move_out: "Moved Out",
  offline_devices: "Offline",
  online_devices: "Online",
  opened_at: "Raised",
  organization_name: "Organization",
  outcome: "Since Then",
  property_name: "Property",
  "repair.repaired_at": "Repaired",
  rules: "Signs",
  "saved.dollars": "Dollars Saved",
  "saved.gallons": "Gallons Saved",
  started_at: "Began",
  text: "What Happened",
  total_devices: "Total",
  total_units: "Units",
  total_gallons_leaked: "Total Leak Gallons",
  twenty_two_gallons: "22h+ Gallons",
  unit_name: "Unit",
  units_with_leakage: "Units with leak",
  unknown_devices: "Never seen",
};

/** Titles that are others in one list. */
const ofLists: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "GET /v1/reporting/leak-report/leak-overview": { flow_time: "Average Flow Time" },
  "GET /v1/leaks": { leak_cost: "Cost", total_gallons_leaked: "Leak Gallons" },
};

/** "Leak Gallons" for `gallons_leaked`, "Leak Gallons Change" for its comparison. @param list such as `GET /v1/leaks` */
export function titleOf(list: string, path: readonly string[]): string {
  const name = path.join(".");
  const comparison = /^(.+)_comparison$/.exec(name)?.[1];
  if (comparison !== undefined) return `${titleOf(list, [comparison])} Change`;
  const words = () => name.split(/[_.]/).map((word) => (word === "id" ? "ID" : word.replace(/^\w/, capital)));
  return ofLists[list]?.[name] ?? titles[name] ?? words().join(" ");
}

function capital(letter: string): string {
  return letter.toUpperCase();
}

const signs: Readonly<Record<string, string>> = {
  gallons: "gal",
  "gallons per bedroom and day": "gal",
  percent: "%",
  "percentage points": "pp",
  dollars: "$",
  minutes: "min",
};

/** "gal" for gallons; a measure without a short sign stands as it is. */
export function signOfMeasure(measure: string): string {
  return signs[measure] ?? measure;
}

/** Lists of single meters, whose hours and days are of a few gallons. */
const OF_METERS = /\/(flow|consumption|meters)\/(day|hour)$|^GET \/v1\/leaks$/;

/** Decimals with which a figure stands on screens and in files. @param measure as the contract has it; null: a count */
export function digitsOf(list: string, path: readonly string[], measure: string | null): number {
  const name = path.join(".");
  if (measure === "dollars") return 2;
  if (measure === "gallons per bedroom and day" || name === "days_saved") return 1;
  if (measure === "percent" || measure === "percentage points") return name === "battery" ? 0 : 1;
  return measure === "gallons" && OF_METERS.test(list) && !name.startsWith("saved.") ? 1 : 0;
}
