import type { RequestScope } from "../query/request-scope.ts";

/** Rows that are read at once: few enough to hold, some megabytes; each further page costs as much as the whole table. */
const BATCH = 10_000;
/** Rows that are written at once. */
const PIECE = 500;

/** One page of a table as its call returns it, `from` rows into it. */
export type ReadPage = (page: { page: number; page_size: number }) => Promise<{ count: number; rows: unknown[] }>;

/**
 * All rows of a table, some at a time. Before each further page it is checked whether the reader may still see what
 * they saw at first.
 * @param again what they may see now @throws as `stillSees` does
 */
export async function* readTable(
  readPage: ReadPage,
  scope: RequestScope,
  again: () => Promise<RequestScope>,
): AsyncGenerator<unknown[]> {
  for (let page = 1; ; page++) {
    const { count, rows } = await readPage({ page, page_size: BATCH });
    for (let i = 0; i < rows.length; i += PIECE) yield rows.slice(i, i + PIECE);
    if (page * BATCH >= count) return;
    await stillSees(scope, again);
  }
}

/** @throws whatever `again` throws, and Error when the reader may see less than at first */
export async function stillSees(before: RequestScope, again: () => Promise<RequestScope>): Promise<void> {
  const now = await again();
  const [properties, organizations] = [new Set(now.propertyIds), new Set(now.organizationIds)];
  const seesAll =
    before.propertyIds.every((id) => properties.has(id)) && before.organizationIds.every((id) => organizations.has(id));
  if (!seesAll) throw new Error("What the reader of an export may see has changed.");
}

/** The same batches after the first was read, so that an immediate failure is reported before anything is sent. */
export async function begun<T>(batches: AsyncGenerator<T, void>): Promise<AsyncGenerator<T, void>> {
  const first = await batches.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* batches;
  })();
}
