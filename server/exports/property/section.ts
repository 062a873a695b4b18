import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";

/** Rows that are read at once, unless a list says otherwise. */
const BATCH = 500;

/** One list of an exported property. */
export interface Section {
  name: string;
  /** Its rows, a batch at a time. */
  read(tx: Transactional, propertyId: number): AsyncGenerator<object[]>;
}

/** Shape of a row that is exported as it is read. */
export const AsRead = z.looseObject({});

/**
 * A list that is read with a cursor, so that at most a batch is held in memory.
 * @param row shape of a row, in the order of its columns
 * @param query the rows of a property, in a stable order
 * @param toLine a row as it is exported; left out: as it is read
 * @param batch rows that are read at once
 */
export function section<R extends object>(
  name: string,
  row: z.ZodType<R>,
  query: (propertyId: number) => RawBuilder<unknown>,
  toLine: (read: R) => object = (read) => read,
  batch = BATCH,
): Section {
  const cursor = sql.id(`exported_${name}`);
  return {
    name,
    read: async function* (tx, propertyId) {
      await sql`declare ${cursor} no scroll cursor for ${query(propertyId)}`.execute(tx);
      for (;;) {
        const rows = await queryRows(tx, row)`fetch forward ${sql.lit(batch)} from ${cursor}`;
        if (rows.length === 0) break;
        yield rows.map(toLine);
      }
      // One that is not read to its end goes with the transaction.
      await sql`close ${cursor}`.execute(tx);
    },
  };
}
