import type { z } from "zod";
import type { reportFilters } from "../../contract/call/fields.ts";
import type { Answer, CallName, Part } from "../../contract/calls.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import type { Reader } from "../language/reader.ts";
import type { BedroomParams } from "../query/chosen-properties.ts";
import type { RunnableReport } from "../query/report.ts";
import type { RequestScope } from "../query/request-scope.ts";
import type { Clock } from "../time/clock.ts";

/** For whom a file is made, and of what. */
export interface ReportFor {
  scope: RequestScope;
  /** In which the database shows the rows of the scope only. */
  tx: Transactional;
  connections: Connections;
  clock: Clock;
  reader: Reader;
  /** Days and places; of the reports of consumption also which units by their bedrooms. */
  params: z.output<typeof reportFilters> & BedroomParams;
}

/** Rows that are read at once. */
const BATCH = 10_000;

/** The answer of a report's call that takes no parameters in its path. */
export function answerOf<N extends CallName>(
  { scope, tx, connections, clock }: ReportFor,
  report: RunnableReport<N>,
  params: Part<N, "params">,
  query: Part<N, "query">,
): Promise<Answer<N>> {
  return report.run({
    ...{ scope, tx, connections, clock, params, query },
    page: (_paging, { count, rows, ...rest }) => ({ count, next: null, previous: null, results: rows, ...rest }),
  });
}

/** All rows of a list, page by page. @param read answers one page */
export async function allRows<Row>(
  read: (page: { page: number; page_size: number }) => Promise<{ count: number; results: Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { count, results } = await read({ page, page_size: BATCH });
    rows.push(...results);
    if (page * BATCH >= count) return rows;
  }
}
