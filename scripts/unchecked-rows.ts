import { readFileSync } from "node:fs";
import { sourceFiles } from "./source-files.ts";

/**
 * Rejects row types of SQL that nothing checks: with `sql<Row>` the compiler believes whatever a statement claims to
 * return. Tests may have them: a wrong one fails its test.
 */
const problems = sourceFiles("server/*.ts")
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, i) => (/\bsql</.test(line) ? [`${file}:${i + 1}`] : [])),
  );
for (const place of problems) {
  process.stdout.write(
    `${place}: sql<Row> claims a type that nothing checks. Declare the row as a zod shape, and write queryRows(tx, Row) or queryRow(tx, Row) of server/database/query-rows.ts in its place.\n`,
  );
}
process.exit(problems.length === 0 ? 0 : 1);
