const header = ["property", "building", "unit", "bedrooms", "point", "serial", "gateway", "time_zone"];
const rows = [
  ["Maple Court", "North", "101", "1", "SPOE", "MC-1001", "GW-1", "America/Chicago"],
  ["Maple Court", "North", "101", "1", "Toilet", "MC-1002", "GW-1", "America/Chicago"],
  ["Maple Court", "North", "102", "2", "SPOE", "MC-1003", "GW-1", "America/Chicago"],
  ["Maple Court", "North", "103", "0", "SPOE", "MC-1004", "GW-1", "America/Chicago"],
  ["Maple Court", "North", "", "", "Building", "MC-1005", "GW-1", "America/Chicago"],
];

/** A small example file. @param isOneProperty rows do not name their property */
export function exampleFile(isOneProperty: boolean): {
  header: readonly string[];
  rows: readonly (readonly string[])[];
} {
  // The property has its name and its zone already.
  const cut = (row: readonly string[]) => (isOneProperty ? row.slice(1, -1) : row);
  return { header: cut(header), rows: rows.map(cut) };
}
