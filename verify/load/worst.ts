import type { ReportRequest } from "../../bench/reports/server/report-requests.ts";
import { type Params, takesParameter } from "./lists.ts";

/** The most rows that a page may have. */
const MOST_ROWS = 50;
const DAY_MS = 86_400_000;
/** More than any list of ids may hold. */
const MANY_IDS = 1001;

/** Spans in days, from the longest that is lawful to what every report takes. */
const SPANS = [731, 366, 183, 104, 92, 42, 31];

/** Ordered by anything but time these are of one property alone. */
const BY_HOUR = /\/meters\/hour$/;

/** What is requested of one call at its worst: the most rows, and spans from the longest on until one is taken. */
export interface Worst {
  name: string;
  /** Requests of the same kind take the same spans. */
  kind: string;
  /** The longest span first. */
  urls: string[];
}

/** Every request at its worst, each once. @param today such as 2026-08-20 */
export function worstOf(requests: readonly ReportRequest[], lists: readonly Params[], today: string): Worst[] {
  const worst = new Map<string, Worst>();
  const ofAll = new Set(requests.filter(({ width }) => width === "portfolio").map(({ call }) => call));
  for (const { call, width, url } of [...requests, ...lists]) {
    const [path = "", query = ""] = url.split("?");
    const searchParams = new URLSearchParams(query);
    const ordering = searchParams.get("ordering");
    // Both ends of the list are requested, and of everything where that may be requested in this order.
    if (ordering !== null && !ordering.startsWith("-")) continue;
    if (ordering !== null && width === "property" && ofAll.has(call) && !BY_HOUR.test(call)) continue;
    const hasSpan = searchParams.has("days_ago") || searchParams.has("start_date");
    for (const name of ["days_ago", "start_date", "end_date"]) searchParams.delete(name);
    if (takesParameter(call, "page_size")) searchParams.set("page_size", String(MOST_ROWS));
    const name = `${call} (${width}) ${searchParams}`;
    const spans = hasSpan ? SPANS.map((days) => spanned(searchParams, today, days)) : [String(searchParams)];
    const isByDate = (ordering ?? "-date") === "-date";
    worst.set(name, { name, kind: `${call} ${width} ${isByDate}`, urls: spans.map((text) => `${path}?${text}`) });
  }
  return [...worst.values()];
}

/** The last of all pages of a list, of which an answer says how long it is; null: the first is the last, or it is none. */
export function lastPage(url: string, answer: string): string | null {
  const count = Number(/^\{"count":(\d+)/.exec(answer)?.[1] ?? 0);
  return count <= MOST_ROWS ? null : `${url}&page=${Math.ceil(count / MOST_ROWS)}`;
}

/** Requests beyond a bound: a row too many on a page, a day too many in a span, an id too many in a list. */
export function beyond(worst: readonly Worst[], today: string): string[] {
  const each = worst.flatMap(({ kind, urls }) => urls.slice(-1).map((url) => ({ kind, url })));
  const once = [...new Map(each.map(({ kind, url }) => [kind, url])).entries()];
  return once.flatMap(([kind, url]) => {
    const [path = "", query = ""] = url.split("?");
    const searchParams = new URLSearchParams(query);
    const call = kind.split(" ")[0] ?? "";
    return [
      ...(searchParams.has("page_size") ? [url.replace(`page_size=${MOST_ROWS}`, `page_size=${MOST_ROWS + 1}`)] : []),
      ...(searchParams.has("start_date") ? [`${path}?${spanned(searchParams, today, 733)}`] : []),
      ...(takesParameter(call, "unit_id") ? [`${path}?${"unit_id=1&".repeat(MANY_IDS)}${searchParams}`] : []),
    ];
  });
}

function spanned(searchParams: URLSearchParams, today: string, days: number): string {
  const end = new Date(Date.parse(today) - DAY_MS);
  const start = new Date(end.getTime() - (days - 1) * DAY_MS);
  const text = new URLSearchParams(searchParams);
  text.set("start_date", start.toISOString().slice(0, 10));
  text.set("end_date", end.toISOString().slice(0, 10));
  return String(text);
}
