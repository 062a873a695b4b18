import { type RawBuilder, sql } from "kysely";

/** Widths are multiples of this, so that few of them are in use. */
const STEP = 64;

/** The width in bits of sets of units with so many bit indexes. */
export function bitsFor(count: number): number {
  return Math.max(1, Math.ceil(count / STEP)) * STEP;
}

/** SQL: the type of sets of units with so many bits. Shorter ones are padded with unused bits. */
const setOf = (bits: number) => sql.raw(`bit(${bits})`);

/** SQL, an aggregate: the set of the units, by `bit_index`, of rows that meet a condition; of no bits without any. */
export function unitsWith(condition: RawBuilder<unknown>, bits: number): RawBuilder<unknown> {
  return sql`coalesce(bit_or(set_bit(0::${setOf(bits)}, bit_index, 1)) filter (where ${condition}), B'')`;
}

/** SQL: an aggregate: the units that are in any of the sets of a column; null: no row. */
export function unionOf(column: string, bits: number): RawBuilder<unknown> {
  return sql`bit_or(${sql.ref(column)}::${setOf(bits)})`;
}
