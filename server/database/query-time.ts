import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";

/** When a query began and ended, in milliseconds of `performance.now()`. */
type Span = readonly [began: number, ended: number];

const watched = new AsyncLocalStorage<Span[]>();

/** Runs `work`; the spans of all queries that it makes, however deep, come into the list. */
export function watchQueries(spans: Span[], work: () => void): void {
  watched.run(spans, work);
}

const ended = new EventEmitter<{ query: [text: string, milliseconds: number] }>();

/** Calls back for every query when it has ended, where it was made. @returns a function that ends it */
export function onQuery(listener: (text: string, milliseconds: number) => void): () => void {
  ended.on("query", listener);
  return () => ended.off("query", listener);
}

/** Notes a query that has just ended after so many milliseconds. @param text without its values */
export function noteQuery(text: string, milliseconds: number): void {
  ended.emit("query", text, milliseconds);
  const now = performance.now();
  watched.getStore()?.push([now - milliseconds, now]);
}

/** Milliseconds covered by spans: queries that ran side by side count once. */
export function covered(spans: readonly Span[]): number {
  let total = 0;
  let until = 0;
  for (const [began, ended] of spans.toSorted((a, b) => a[0] - b[0])) {
    total += Math.max(0, ended - Math.max(began, until));
    until = Math.max(until, ended);
  }
  return total;
}
