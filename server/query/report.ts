import type { Answer, CallName, Part } from "../../contract/calls.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import type { Clock } from "../time/clock.ts";
import type { Page, PageParams } from "./page.ts";
import type { RequestScope } from "./request-scope.ts";

/**
 * How it is known that a client's copy of a response is still current.
 * - `rolled-up`: from the state of what the report reads (see rolledUpState), without running it. Only for reports of
 *   volumes, leaks, prices and places by local days: not for one that reads anything else (devices, occupancy, notes on
 *   repairs or prices, preferences, the time of day).
 * - `text`: by a hash of the response.
 */
export type CacheRule = "rolled-up" | "text";

export interface ReportRequest<N extends CallName> {
  scope: RequestScope;
  /** In which the database shows the rows of the scope only. */
  tx: Transactional;
  params: Part<N, "params">;
  query: Part<N, "query">;
  clock: Clock;
  /** For what is of the caller, not of the scope, such as their preferences. */
  connections: Connections;
  /** The page that the call answers with, and whatever else the list has beside its rows. */
  page<L extends { count: number; rows: unknown[] }>(
    query: PageParams,
    list: L,
  ): Page<L["rows"][number]> & Omit<L, "count" | "rows">;
}

export type RunReport<N extends CallName> = (request: ReportRequest<N>) => Promise<Answer<N>>;

/** A report: the call of the contract that it answers, and how long its responses stay current. */
export interface Report {
  call: CallName;
  cache: CacheRule;
  /** Hands its call and its work, typed by the call, to who serves them. */
  serve(by: <N extends CallName>(call: N, run: RunReport<N>) => void): void;
}

/** A report whose work others can do, too, such as files that are made of several reports. */
export interface RunnableReport<N extends CallName> extends Report {
  call: N;
  run: RunReport<N>;
}

/** Declares a report. Its work runs in one transaction. */
export function report<N extends CallName>(
  call: N,
  { cache }: { cache: CacheRule },
  run: RunReport<N>,
): RunnableReport<N> {
  return { call, cache, run, serve: (by) => by(call, run) };
}
