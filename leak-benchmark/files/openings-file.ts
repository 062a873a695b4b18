import { readCsv } from "../readings/csv.ts";
import { FileError } from "../readings/file-error.ts";
import type { Opening } from "../scoring/opening.ts";

/** Faults listed for one file; of the others their number. */
const MAX_LISTED_FAULTS = 20;
const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/**
 * What a detector reports, by meter: CSV with `meter` and `opened_at`, and if it has them `started_at`, `ended_at` and
 * `sure_at`. Without `sure_at` no row is a suspicion; in a file with it, a row where it is empty never was more than one.
 * @param meters those that there are: homes and cases
 * @throws FileError with every line that cannot be used and what is wrong there (the first 20, then their number)
 */
export async function readOpenings(path: string, meters: ReadonlySet<string>): Promise<Map<string, Opening[]>> {
  const rows = await readCsv(path, ["meter", "opened_at"], ["started_at", "ended_at", "sure_at"]);
  const found = new Map<string, Opening[]>();
  const lines = new Map<string, number>();
  const faults: string[] = [];
  for (const { line, cell, has } of rows) {
    const meter = cell("meter");
    try {
      if (!meters.has(meter)) throw new FileError(`there is no meter "${meter}" in the benchmark.`);
      const openedAt = instant(cell("opened_at"), "opened_at");
      if (openedAt === null) throw new FileError("opened_at is empty.");
      const key = `${meter} ${openedAt}`;
      const before = lines.get(key);
      if (before !== undefined) throw new FileError(`the same meter and opened_at as in line ${before}.`);
      lines.set(key, line);
      const own = found.get(meter) ?? [];
      found.set(meter, own);
      own.push(
        checked({
          openedAt,
          startedAt: instant(cell("started_at"), "started_at") ?? openedAt,
          endedAt: instant(cell("ended_at"), "ended_at"),
          sureAt: has("sure_at") ? instant(cell("sure_at"), "sure_at") : openedAt,
        }),
      );
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      faults.push(`${path}, line ${line}: ${error.message}`);
    }
  }
  const more = faults.length - MAX_LISTED_FAULTS;
  const listed = [
    ...faults.slice(0, MAX_LISTED_FAULTS),
    ...(more > 0 ? [`${more} more lines cannot be used, ${faults.length} in all.`] : []),
  ];
  if (faults.length > 0) throw new FileError(listed.join("\n"));
  return found;
}

function instant(text: string, column: string): number | null {
  if (text === "") return null;
  const at = ISO.test(text) ? Date.parse(text.replace(" ", "T")) : Number.NaN;
  if (Number.isNaN(at)) {
    throw new FileError(`${column} is "${text}"; write ISO 8601 with an offset, such as 2016-05-01T14:00:00Z.`);
  }
  return at;
}

function checked(row: Opening): Opening {
  const { startedAt, openedAt, endedAt, sureAt } = row;
  if (startedAt > openedAt) throw new FileError("started_at is after opened_at.");
  if (sureAt !== null && sureAt < openedAt) throw new FileError("sure_at is before opened_at.");
  if (endedAt !== null && endedAt < openedAt) throw new FileError("ended_at is before opened_at.");
  return row;
}
