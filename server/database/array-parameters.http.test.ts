import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../testing/fresh-database.ts";
import { asText } from "./array-parameters.ts";
import { type Connections, connect } from "./connect.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let connections: Connections;
beforeAll(async () => {
  database = await freshDatabase();
  connections = connect(database.url);
});
afterAll(async () => {
  await connections?.close();
  await database?.drop();
});

/** What Postgres makes of an array. */
async function returned(type: string, values: readonly unknown[]): Promise<unknown> {
  const { rows } = await sql<{ values: unknown }>`select ${values}::${sql.raw(type)}[] as values`.execute(
    connections.worker,
  );
  return rows[0]?.values;
}

test("arrays of text arrive as they are, whatever characters they hold", async () => {
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: fc.constantFrom(..."aé\u2028💧 \"\\{},'\n\t\b\r\u001b") }),
      fc.constantFrom("", "null", "NULL", "{}", " ", "\\n", '\\"'),
      fc.constant(null),
    ),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (values) => {
      expect(await returned("text", values)).toEqual(values);
    }),
  );
});

test("so do numbers, yes and no, bytes, and arrays that the driver writes", async () => {
  expect(await returned("float8", [1, -2.5, 1e21, 1e-7, null, undefined])).toEqual([1, -2.5, 1e21, 1e-7, null, null]);
  expect(await returned("float8", [Number.NaN, Number.POSITIVE_INFINITY])).toEqual([
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ]);
  expect(await returned("int8", [])).toEqual([]);
  expect(await returned("bool", [true, false, null])).toEqual([true, false, null]);
  const bytes = [Buffer.of(), Buffer.of(0, 92, 34, 255)];
  expect(await returned("bytea", bytes)).toEqual(bytes);
  expect(await returned("bytea", [...bytes, null])).toEqual([...bytes, null]);
  expect(
    await returned("int4", [
      [1, 2],
      [3, null],
    ]),
  ).toEqual([
    [1, 2],
    [3, null],
  ]);
  const instant = new Date("2026-11-28T12:00:00Z");
  expect(await returned("timestamptz", [instant, null])).toEqual([instant, null]);
});

test("leaves what is no array to the driver", () => {
  for (const value of ["{1}", 1, null, undefined, Buffer.of(1), { a: [1] }]) expect(asText(value)).toBe(value);
});
