import { globSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type ReportSql, reportSql } from "./testing/report-sql.ts";

const FOLDER = join(import.meta.dirname, "sql");
const BEHIND = "The SQL that a report sends has changed: npm run sql rewrites server/reporting/sql/.";

// Another version of Postgres, or Citus, plans otherwise.
const isOtherPostgres = process.env.TEST_DATABASE_URL !== undefined;
let statements: ReportSql[];

beforeAll(async () => {
  statements = await reportSql();
});

test.skipIf(isOtherPostgres)(
  "every report's SQL and the shape of its plans are those in server/reporting/sql/",
  async () => {
    for (const { name, text } of statements)
      await expect(text, BEHIND).toMatchFileSnapshot(join(FOLDER, `${name}.sql`), BEHIND);
    expect(statements.length).toBeGreaterThan(40);
  },
);

test("no file in server/reporting/sql/ is of a report that is gone", () => {
  const names = new Set(statements.map(({ name }) => `${name}.sql`));
  const others = globSync("**/*.sql", { cwd: FOLDER }).filter((file) => !names.has(file));
  expect(others, "Delete these files: no report sends their SQL.").toEqual([]);
});
