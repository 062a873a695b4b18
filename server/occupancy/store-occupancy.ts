import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { growFigures } from "../metering/roll-up/grow-figures.ts";
import { text } from "../problem/text.ts";
import type { Clock } from "../time/clock.ts";
import { dayText, localDayAt } from "../time/local-day.ts";
import {
  dayOf,
  type OccupancyCells,
  type ParsedOccupancy,
  type Rejected,
  readOccupancyRow,
  trimCell,
} from "./read-row.ts";

const UnitRow = z.object({ id: z.int(), unit: z.string(), building: z.string() });

/** A row of a file or a call, by its number there. */
export interface OccupancyLine {
  row: number;
  cells: OccupancyCells;
}

/** What became of a row. */
export type RowOutcome = { row: number; status: "stored" } | ({ row: number; status: "rejected" } & Rejected);

interface OccupancyEntry extends ParsedOccupancy {
  unitId: number;
}

interface JudgedRow {
  row: number;
  /** What it is about, also where something else in it is wrong; null: not known. */
  unitAndDay: string | null;
  read: OccupancyEntry | Rejected;
}

/**
 * Stores a source's occupancy of a property's units, row by row; rejected rows are returned with a reason. Several rows
 * for a unit and day, such as one for each tenant, must have the same status, and are stored together or not at all, so
 * that it does not matter which of them comes first or is sent again. Earlier data for the same day is replaced.
 * @param asOf the day of which rows without one are true; null: today at the property
 * @param source the file or the person, for the record
 */
export async function storeOccupancy(
  tx: Transactional,
  property: { id: number; name: string; timeZone: string },
  lines: readonly OccupancyLine[],
  { asOf, source }: { asOf: string | null; source: string },
  clock: Clock,
): Promise<RowOutcome[]> {
  const now = clock();
  const today = dayText(localDayAt(property.timeZone, now).day);
  const find = await unitsOf(tx, property.id);
  const judged = lines.map(({ row, cells }): JudgedRow => {
    const read = readOccupancyRow(cells, property, asOf ?? today, today);
    const unitId = find(trimCell(cells.building) || null, trimCell(cells.unit));
    if ("code" in read) {
      const day = trimCell(cells.as_of) === "" ? (asOf ?? today) : dayOf(trimCell(cells.as_of));
      const isKnown = read.code !== "other_property" && typeof unitId === "number" && day !== undefined;
      return { row, unitAndDay: isKnown ? `${unitId} ${day}` : null, read };
    }
    if (typeof unitId !== "number") return { row, unitAndDay: null, read: unitId };
    return { row, unitAndDay: `${unitId} ${read.asOf}`, read: { ...read, unitId } };
  });
  const groups = Map.groupBy(judged, ({ unitAndDay }) => unitAndDay);
  groups.delete(null);
  const combined = new Map([...groups].map(([key, group]) => [key, combine(group.map(({ read }) => read))]));
  const outcomes = judged.map(({ row, unitAndDay, read }): RowOutcome => {
    const result = "code" in read ? read : combined.get(unitAndDay);
    return result !== null && result !== undefined && "code" in result
      ? { row, status: "rejected", ...result }
      : { row, status: "stored" };
  });
  const rows = [...combined.values()]
    .flatMap((result) => (result === null || "code" in result ? [] : [result]))
    .sort((a, b) => a.unitId - b.unitId || (a.asOf < b.asOf ? -1 : 1));
  if (rows.length > 0) {
    await store(tx, property.id, rows, source, new Date(now));
    await growFigures(tx, [property.id]);
  }
  return outcomes;
}

/** What the rows of a unit and a day say together, or why none of them is stored. */
function combine(rows: readonly (OccupancyEntry | Rejected)[]): OccupancyEntry | Rejected | null {
  let combined: OccupancyEntry | null = null;
  let isContradiction = false;
  for (const read of rows) {
    if ("code" in read) {
      const reason = text`Another row of this unit and day was rejected. Correct it, and send all of them again.`;
      return { code: "rejected_together", reason };
    }
    isContradiction ||= combined !== null && combined.status !== read.status;
    combined = combined === null ? read : merge(combined, read);
  }
  if (!isContradiction) return combined;
  const reason = text`This unit is both occupied and vacant on this day. Remove the rows that are wrong.`;
  return { code: "contradiction", reason };
}

/**
 * Merges the rows of a unit, in whatever order. An occupied one is so from the first tenant's move in until the last one's
 * move out: one without a move out stays. A vacant one is so since its last tenant's move out, until the first one to come.
 */
function merge(entry: OccupancyEntry, { moveIn, moveOut }: ParsedOccupancy): OccupancyEntry {
  const [ins, outs] = [sortKnown(entry.moveIn, moveIn), sortKnown(entry.moveOut, moveOut)];
  const lastOut = outs.at(-1) ?? null;
  const firstIn = ins[0] ?? null;
  if (entry.status === "occupied") return { ...entry, moveIn: firstIn, moveOut: outs.length < 2 ? null : lastOut };
  return { ...entry, moveIn: ins.find((day) => day >= entry.asOf) ?? firstIn, moveOut: lastOut };
}

/** The days that are known, the first one first. */
function sortKnown(...written: (string | null)[]): string[] {
  return written.filter((day) => day !== null).toSorted();
}

async function store(tx: Transactional, propertyId: number, rows: OccupancyEntry[], source: string, madeAt: Date) {
  await sql`
    insert into occupancy (property_id, unit_id, as_of, status, move_in, move_out, source, made_at)
    select ${propertyId}::bigint, v.unit_id, v.as_of, v.status, v.move_in, v.move_out, ${source}::text,
      ${madeAt.toISOString()}::timestamptz
    from unnest(${rows.map((row) => row.unitId)}::bigint[], ${rows.map((row) => row.asOf)}::date[],
      ${rows.map((row) => row.status)}::text[], ${rows.map((row) => row.moveIn)}::date[],
      ${rows.map((row) => row.moveOut)}::date[]) as v (unit_id, as_of, status, move_in, move_out)
    on conflict (property_id, unit_id, as_of) do update set status = excluded.status, move_in = excluded.move_in,
      move_out = excluded.move_out, source = excluded.source, made_at = excluded.made_at`.execute(tx);
}

/** Finds a unit of the property by its building's and its own name: as they are written, or else whatever their case. */
async function unitsOf(tx: Transactional, propertyId: number) {
  const found = await queryRows(tx, UnitRow)`
    select units.id, units.name as unit, buildings.name as building
    from units
    join buildings on buildings.property_id = units.property_id and buildings.id = units.building_id
    where units.property_id = ${propertyId} order by units.id`;
  const byName = Map.groupBy(found, ({ unit }) => unit.toLowerCase());
  return (building: string | null, unit: string): number | Rejected => {
    const named = byName.get(unit.toLowerCase()) ?? [];
    const exact = named.find((row) => row.unit === unit && row.building === building);
    if (exact !== undefined) return exact.id;
    const [only, another] = named.filter(
      (row) => building === null || row.building.toLowerCase() === building.toLowerCase(),
    );
    if (only !== undefined && another === undefined) return only.id;
    const name = building === null ? text`"${unit}"` : text`"${unit}" in ${building}`;
    if (only === undefined) {
      return {
        code: "unknown_unit",
        reason: text`There is no unit ${name}. Correct it, or add it to the inventory.`,
      };
    }
    const reason =
      building === null
        ? text`More than one unit is called ${name}. Give its building.`
        : text`More than one unit is called ${name}. Rename one.`;
    return { code: "ambiguous_unit", reason };
  };
}
