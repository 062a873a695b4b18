import { type RawBuilder, sql } from "kysely";

/** Widths are multiples of this, so that few of them are in use. */
const STEP = 64;

/** How many bits sets of units have that hold as many seats. */
export function bitsFor(seats: number): number {
  return Math.max(1, Math.ceil(seats / STEP)) * STEP;
}

/** SQL: the type of sets of units with so many bits. Shorter ones are filled up with seats of nobody. */
const setOf = (bits: number) => sql.raw(`bit(${bits})`);

/** SQL: an aggregate: the set of the units of rows with `seat` for which a condition holds; of no bits without any. */
export function unitsWith(condition: RawBuilder<unknown>, bits: number): RawBuilder<unknown> {
  return sql`coalesce(bit_or(set_bit(0::${setOf(bits)}, seat, 1)) filter (where ${condition}), B'')`;
}

/** SQL: an aggregate: the units that are in any of the sets of a column; null: no row. */
export function unionOf(column: string, bits: number): RawBuilder<unknown> {
  return sql`bit_or(${sql.ref(column)}::${setOf(bits)})`;
}
