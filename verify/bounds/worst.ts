import type { Question } from "../../bench/reports/questions.ts";
import { calls } from "../../contract/calls.ts";

/** The most rows that a page may have. */
const MOST_ROWS = 50;
const DAY_MS = 86_400_000;

/** Lists beside the reports that anybody may page through. */
const LISTS = ["/v1/alerts", "/v1/properties/{property}/repairs", "/v1/properties/{property}/imports"];

/** What is asked of one call at its worst: the most rows, and spans from the longest on until one is taken. */
export interface Worst {
  name: string;
  /** The longest span first. */
  urls: string[];
}

/** Spans in days, from beyond anything to what every report takes. */
const SPANS = [36_500, 3650, 1100, 731, 366, 183, 92, 31];

/** Every question at its worst, each once. @param today such as 2026-08-20 */
export function worstOf(asked: readonly Question[], property: number, today: string): Worst[] {
  const worst = new Map<string, Worst>();
  for (const { call, width, url } of asked) {
    // The hours are those of one day, which the call wants to be named: the days stand for them.
    if (call.endsWith("/meters/hour")) continue;
    const [path = "", query = ""] = url.split("?");
    const words = new URLSearchParams(query);
    const hasSpan = words.has("days_ago") || words.has("start_date");
    for (const name of ["days_ago", "start_date", "end_date"]) words.delete(name);
    if (takesPages(call)) words.set("page_size", String(MOST_ROWS));
    const name = `${call} (${width}) ${words}`;
    const spans = hasSpan ? SPANS.map((days) => spanned(words, today, days)) : [String(words)];
    worst.set(name, { name, urls: spans.map((text) => `${path}?${text}`) });
  }
  for (const list of LISTS) {
    const url = `${list.replace("{property}", String(property))}?page_size=${MOST_ROWS}`;
    worst.set(list, { name: list, urls: [url] });
  }
  return [...worst.values()];
}

/** The same page with one row more than allowed, of every list. */
export function tooManyRows(worst: readonly Worst[]): string[] {
  const lists = worst.flatMap(({ urls }) => urls.slice(-1)).filter((url) => url.includes("page_size="));
  return lists.map((url) => url.replace(`page_size=${MOST_ROWS}`, `page_size=${MOST_ROWS + 1}`));
}

function spanned(words: URLSearchParams, today: string, days: number): string {
  const end = new Date(Date.parse(today) - DAY_MS);
  const start = new Date(end.getTime() - (days - 1) * DAY_MS);
  const text = new URLSearchParams(words);
  text.set("start_date", start.toISOString().slice(0, 10));
  text.set("end_date", end.toISOString().slice(0, 10));
  return String(text);
}

function takesPages(path: string): boolean {
  for (const [name, { query }] of Object.entries(calls)) {
    if (name === `GET ${path}`) return query !== undefined && "shape" in query && "page_size" in query.shape;
  }
  return false;
}
