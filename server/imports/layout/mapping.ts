import { text } from "../../problem/text.ts";
import { option } from "../message.ts";
import { wrongOption } from "../usage-error.ts";
import { type ColumnName, columnNames, type FileFormat } from "./file-format.ts";

const volumeNames = new Set(["gallons", "register", "register_own_unit"]);

/**
 * The format that a mapping describes: ISO times, gallons.
 * @param map `serial=Meter,time=Date,gallons=Usage`; `register` in place of `gallons` for cumulative registers, or `value`;
 * `register_own_unit` for those that are in each meter's own unit, pulses for instance
 * @param statedKind whether `value` is hourly or a register; null: the mapping states it
 * @throws InvalidOption when it cannot be followed
 */
export function mappedFormat(map: string, statedKind: FileFormat["kind"] | null): FileFormat {
  const columns: Partial<Record<ColumnName, string>> = {};
  let kind = statedKind;
  let inOwnUnit = false;
  for (const pair of map.split(",")) {
    const at = pair.indexOf("=");
    const [name, column] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    if (at < 0 || column === "")
      throw wrongOption("map", text`takes NAME=COLUMN pairs with commas between; "${pair}" is none.`);
    const meant = volumeNames.has(name) ? "value" : columnNames.find((known) => known === name);
    if (meant === undefined) {
      throw wrongOption(
        "map",
        text`knows serial, time, date, gallons, register or register_own_unit, flow_time, events, hours, minutes, sequence, but not "${name}".`,
      );
    }
    if (columns[meant] !== undefined)
      throw wrongOption("map", meant === "value" ? text`names the value twice.` : text`names ${meant} twice.`);
    columns[meant] = column;
    if (name === "gallons") kind ??= "hourly";
    if (name === "register") kind ??= "register";
    if (name === "register_own_unit") {
      if (statedKind === "hourly")
        throw wrongOption("map", text`register_own_unit=COLUMN is not ${option("kind")} hourly.`);
      kind = "register";
      inOwnUnit = true;
    }
  }
  if (columns.time === undefined) {
    throw wrongOption(
      "map",
      columns.date === undefined
        ? text`needs time=COLUMN.`
        : text`needs time=COLUMN beside date=COLUMN: the time of day. Name a column that holds both as time alone.`,
    );
  }
  if (columns.value === undefined || kind === null)
    throw wrongOption("map", text`needs gallons=COLUMN or register=COLUMN.`);
  return {
    name: "mapped",
    columns,
    kind,
    unit: "gallon",
    dateFormat: "ISO",
    timeZone: null,
    count: 0,
    serial: null,
    ...(inOwnUnit ? { inOwnUnit } : {}),
  };
}
