import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CoverageRow, CoveringTest } from "../../scripts/coverage-rows.ts";

/** A small change of a source file that takes away what a row of docs/coverage.md says. */
export interface Mutation {
  /** The begin of the row's name: its heading and, behind a colon, its sentence. */
  row: string;
  /** Path from the root. */
  file: string;
  /** Text that stands once in the file. */
  from: string;
  to: string;
  /** Part of the title of the cited tests of which one must fail, or of their file where it is cited as a whole. Left out: any. */
  by?: string;
}

const ROOT = join(import.meta.dirname, "../..");

/** The tests of a row that are run after a mutation. */
export function testsOf({ tests }: CoverageRow, by: string | undefined): CoveringTest[] {
  return tests.filter(({ file, title }) => by === undefined || (title ?? file).includes(by));
}

/** What keeps a mutation from being tried; null: nothing. */
export function staleness({ row, file, from, by }: Mutation, rows: readonly CoverageRow[]): string | null {
  const found = rows.filter(({ name }) => name.startsWith(row));
  if (found.length !== 1) return `${found.length} rows of docs/coverage.md begin with: ${row}`;
  const places = readFileSync(join(ROOT, file), "utf8").split(from).length - 1;
  if (places !== 1) return `${file} has ${places} times: ${from}`;
  return found.some((one) => testsOf(one, by).length > 0) ? null : `${row} cites no test named: ${by}`;
}
