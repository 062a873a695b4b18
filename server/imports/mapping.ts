import { type ColumnName, columnNames, type FileFormat } from "./file-format.ts";
import type { VolumeUnit } from "./register-units.ts";
import type { DateFormat } from "./times.ts";

/** What a person says about a file of their own. */
export interface MappingWish {
  /** `serial=Meter,time=Date,gallons=Usage`; `register` in place of `gallons` for cumulative registers. */
  map: string;
  kind: "hourly" | "register" | null;
  unit: VolumeUnit | null;
  dateFormat: DateFormat | null;
  timeZone: string | null;
  count: number | null;
  serial: string | null;
}

/** Thrown for a mapping that cannot be followed; the message says how one is written. */
export class WrongMapping extends Error {}

/** The format that a mapping describes. @throws WrongMapping */
export function mappedFormat(wish: MappingWish): FileFormat {
  const columns: Partial<Record<ColumnName, string>> = {};
  let kind = wish.kind;
  for (const pair of wish.map.split(",")) {
    const at = pair.indexOf("=");
    const [name, column] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    if (at < 0 || column === "")
      throw new WrongMapping(`--map takes NAME=COLUMN pairs with commas between; "${pair}" is none.`);
    const meant = name === "gallons" || name === "register" ? "value" : columnNames.find((known) => known === name);
    if (meant === undefined) {
      throw new WrongMapping(
        `--map knows serial, time, gallons or register, flow_time, events, hours, sequence, but not "${name}".`,
      );
    }
    if (columns[meant] !== undefined)
      throw new WrongMapping(`--map names ${meant === "value" ? "the value" : meant} twice.`);
    columns[meant] = column;
    if (name === "gallons") kind ??= "hourly";
    if (name === "register") kind ??= "register";
  }
  if (columns.time === undefined) throw new WrongMapping("--map needs time=COLUMN.");
  if (columns.value === undefined || kind === null)
    throw new WrongMapping("--map needs gallons=COLUMN or register=COLUMN.");
  if (columns.serial === undefined && wish.serial === null)
    throw new WrongMapping("--map needs serial=COLUMN, or give --serial.");
  return {
    name: "mapped",
    columns,
    kind,
    unit: wish.unit ?? "gallon",
    dateFormat: wish.dateFormat ?? "ISO",
    timeZone: wish.timeZone,
    count: wish.count ?? 0,
    serial: columns.serial === undefined ? wish.serial : null,
  };
}
