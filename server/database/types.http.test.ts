import type { Selectable } from "kysely";
import pg from "pg";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../testing/fresh-database.ts";
import type { Database } from "./types.ts";

/** Read below from this file by the compiler: what a query builder believes that each table returns. */
type Rows = { [T in keyof Database]: Selectable<Database[T]> };

/** Types of Postgres, and as what the driver returns them. */
const kinds: Record<string, string> = {
  ...Object.fromEntries(["int2", "int4", "int8", "float4", "float8", "numeric"].map((name) => [name, "number"])),
  ...Object.fromEntries(["text", "date", "bit", "varbit", "uuid"].map((name) => [name, "string"])),
  bool: "boolean",
  timestamptz: "Date",
  bytea: "Buffer",
  // Whoever reads JSON checks what it holds.
  jsonb: "unknown",
};

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test("the tables of the query builder have the columns of the migrated database", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string; type: string; is_nullable: boolean }>(`
    select table_name || '.' || column_name as name, udt_name as type, is_nullable = 'YES' as is_nullable
    from information_schema.columns where table_schema = 'public'`);
  await client.end();
  const stored = new Map(rows.map(({ name, type, is_nullable }) => [name, returned(type, is_nullable)]));
  const declared = declaredColumns();
  expect([...declared.keys()]).toContain("units.bedrooms" satisfies `${keyof Rows}.bedrooms`);
  expect(Object.fromEntries(declared)).toEqual(
    Object.fromEntries([...declared.keys()].map((name) => [name, stored.get(name)])),
  );
});

function returned(type: string, isNullable: boolean): string {
  const kind = type.startsWith("_") ? `${kinds[type.slice(1)]}[]` : kinds[type];
  return isNullable && kind !== "unknown" ? `${kind} | null` : String(kind);
}

/** The columns of `Rows`, as `units.name`, with what the compiler takes them for. */
function declaredColumns(): Map<string, string> {
  const program = ts.createProgram([import.meta.filename], {
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: ["node"],
  });
  const checker = program.getTypeChecker();
  const alias = program.getSourceFile(import.meta.filename)?.statements.find(ts.isTypeAliasDeclaration);
  if (alias === undefined) throw new Error("The type Rows is gone.");
  const tables = checker.getTypeAtLocation(alias).getProperties();
  return new Map(
    tables.flatMap((table) =>
      checker
        .getTypeOfSymbolAtLocation(table, alias)
        .getProperties()
        .map((column) => [`${table.name}.${column.name}`, kindOf(checker.getTypeOfSymbolAtLocation(column, alias))]),
    ),
  );

  function kindOf(type: ts.Type): string {
    const text = checker.typeToString(type, alias, ts.TypeFormatFlags.NoTruncation);
    const [, elements = "", array = ""] = /^(.*?)((?:\[\])?(?: \| null)?)$/.exec(text) ?? [];
    const kind = elements
      .replace(/^\((.*?)(?: \| null)?\)$/, "$1")
      .replace(/^Buffer<.*>$/, "Buffer")
      .replace(/^".*"$/, "string");
    return `${kind}${array}`;
  }
}
