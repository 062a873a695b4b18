import type { QueryClient } from "@tanstack/react-query";
import type { CallName } from "../../../../contract/calls.ts";
import { allRows } from "../../all-rows.ts";
import { callNamed } from "../../api.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** The call that a query makes, where it is one call. */
    queryMeta: ReadCall;
  }
}

export interface ReadCall extends Record<string, unknown> {
  name: CallName;
  params: unknown;
  query: object | undefined;
}

/** A page of a list. */
export interface ListPage<Row> {
  count: number;
  results: readonly Row[];
}

/** The call that a page on the screen came from, without its page; undefined where it came otherwise. */
export function callOf<Row>(client: QueryClient, shown: ListPage<Row>): ReadCall | undefined {
  return client.getQueryCache().findAll({ predicate: ({ state }) => state.data === shown })[0]?.meta;
}

/** All rows of the list that a page on the screen is of, 2,000 at most. @throws ApiError as `call` does */
export function wholeList<Row>(client: QueryClient, shown: ListPage<Row>, signal: AbortSignal): Promise<Row[]> {
  const from = callOf(client, shown);
  if (from === undefined) throw new Error("The rows of this list come from no call.");
  const { name, params, query } = from;
  return allRows<Row>((paging) => callNamed(name, { params, query: { ...query, ...paging }, signal }));
}
