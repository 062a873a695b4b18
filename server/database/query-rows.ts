import { type QueryExecutorProvider, sql } from "kysely";
import { z } from "zod";

/** A template tag like Kysely's `sql`: runs the statement. */
type Statement<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>;

/**
 * Runs a statement and returns its rows, each checked against the shape that the caller relies on; columns that the
 * shape does not name are left out: ``await queryRows(tx, Building)`select id, name from buildings` ``.
 * @throws ZodError, which names the column, when the database returns another shape: a defect of the statement
 */
export function queryRows<Row>(executor: QueryExecutorProvider, row: z.ZodType<Row>): Statement<Row[]> {
  return async (text, ...values) => {
    const { rows } = await sql(text, ...values).execute(executor);
    return rows.map((one) => row.parse(one));
  };
}

/** The first row of the same; undefined: there is none. */
export function queryRow<Row>(executor: QueryExecutorProvider, row: z.ZodType<Row>): Statement<Row | undefined> {
  return async (text, ...values) => {
    const { rows } = await sql(text, ...values).execute(executor);
    return rows.length === 0 ? undefined : row.parse(rows[0]);
  };
}

/**
 * Shapes of arrays of numbers, the second with null where a value is missing. A hundred numbers take 0.5 us, with zod's
 * own array 5 us.
 */
export const numbers = z.custom<number[]>((value) => Array.isArray(value) && value.every(isNumber));
export const numbersOrNulls = z.custom<(number | null)[]>(
  (value) => Array.isArray(value) && value.every((one) => one === null || isNumber(one)),
);

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

/** Shape of a row that is one id. */
export const IdRow = z.object({ id: z.int() });

/** Shape of a row that is one count. */
export const CountRow = z.object({ count: z.int() });
