import { z } from "zod";
import type { Figures } from "../figures/figures.ts";
import type { Site } from "../installation/site.ts";
import { parametersOf } from "./draw-request.ts";
import { describeRequest, type ReportRequest } from "./request.ts";
import { ask, atPage, expectedOf, judge } from "./try-request.ts";

const page = z.looseObject({ count: z.number(), next: z.string().nullable(), results: z.array(z.unknown()) });

/** What came of reading lists page by page. */
export interface Paged {
  lists: number;
  pages: number;
  wrong: string[];
}

/** Longer lists are as good when fewer things were chosen. */
const LONGEST = 400;
const TRIES = 15;

/** Of random requests of a call one of several pages, yet few enough: the longest within bounds, else the shortest. */
export async function listToRead(site: Site, draw: (i: number) => ReportRequest): Promise<ReportRequest> {
  let best = { request: draw(0), worth: Number.NEGATIVE_INFINITY };
  for (let i = 0; i < TRIES; i++) {
    const candidate = draw(i);
    const { data } = page.safeParse((await ask(site, atPage(candidate, 1))).body);
    if (data === undefined) continue;
    const worth = data.count <= LONGEST ? data.count : -data.count;
    if (worth > best.worth) best = { request: candidate, worth };
  }
  return best.request;
}

/** Whether a call answers a list by pages. */
export function isPaged(call: ReportRequest["call"]): boolean {
  return parametersOf(call).has("page");
}

/**
 * Reads a list to its end in every ordering and in pages of two sizes: all pages together must be the set, each row once,
 * and each page what was computed.
 */
export async function readPages(site: Site, figures: Figures, request: ReportRequest): Promise<Paged> {
  const { call } = request;
  const orderings = parametersOf(call).get("ordering")?.allowedValues ?? [];
  const done: Paged = { lists: 0, pages: 0, wrong: [] };
  const kept = request.pairs.filter(([name]) => !["page", "page_size", "ordering"].includes(name));
  for (const ordering of orderings.length === 0 ? [null] : orderings) {
    const sets: string[] = [];
    const inOrder = ordering === null ? [] : [["ordering", ordering] as const];
    const expected = expectedOf({ ...request, pairs: [...kept, ...inOrder] }, figures);
    for (const size of [50, 7]) {
      const sizedRequest: ReportRequest = { ...request, pairs: [...kept, ...inOrder, ["page_size", String(size)]] };
      const rows: string[] = [];
      done.lists++;
      for (let number = 1; ; number++) {
        const answered = await ask(site, atPage(sizedRequest, number));
        done.pages++;
        done.wrong.push(
          ...judge(answered, expected)
            .slice(0, 3)
            .map((where) => `${describeRequest(answered.request)}: ${where}`),
        );
        const { data } = page.safeParse(answered.body);
        if (answered.status !== 200 || data === undefined) break;
        rows.push(...data.results.map((row) => JSON.stringify(row)));
        if (data.next !== null) continue;
        if (rows.length !== data.count)
          done.wrong.push(`${describeRequest(sizedRequest)}: ${rows.length} rows of ${data.count}`);
        break;
      }
      if (new Set(rows).size !== rows.length) done.wrong.push(`${describeRequest(sizedRequest)}: rows stand twice`);
      sets.push(rows.toSorted().join("\n"));
    }
    if (new Set(sets).size > 1)
      done.wrong.push(`${describeRequest(request)} by ${ordering}: another set in other pages`);
  }
  return done;
}
