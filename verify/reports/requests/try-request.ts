import type { z } from "zod";
import { calls } from "../../../contract/calls.ts";
import { type chosenProperties, type Expected, type Json, query, seenProperties } from "../answers/answer.ts";
import type { Figures } from "../figures/figures.ts";
import { type Site, whoSees } from "../installation/site.ts";
import { answers } from "./answers.ts";
import { differences } from "./compare.ts";
import { type ReportRequest, urlOf } from "./request.ts";

/** An answer of the product. */
export interface Answered {
  request: ReportRequest;
  status: number;
  body: unknown;
}

export async function ask(site: Site, request: ReportRequest): Promise<Answered> {
  site.clock.now = request.now;
  const scope = whoSees([...request.propertyIds], [...request.organizationIds]);
  const { status, text } = await site.ask(scope, { method: "GET", url: urlOf(request) });
  return { request: request, status, body: JSON.parse(text) };
}

/** What follows from the stored hours, of a list all pages. @throws Error where nothing is known to follow */
export function expectedOf(request: ReportRequest, figures: Figures): Expected {
  const { call, params, propertyIds, organizationIds, now } = request;
  const answer = answers[call];
  if (answer === undefined) throw new Error(`Nothing computes what ${call} answers.`);
  const reportParams = { figures, propertyIds, organizationIds, query: readQuery(request), params, now };
  return isRejected(request, reportParams) ? { status: 404 } : answer(reportParams);
}

/** Where an answer differs from what was expected. */
export function judge({ request, status, body }: Answered, expected: Expected): string[] {
  const page = pageOf(expected, request);
  if (status !== page.status) return [`status ${status}, not ${page.status}: ${JSON.stringify(body).slice(0, 300)}`];
  return page.status === 200 ? differences(body, page.body) : [];
}

/** The parameters as the contract reads them. */
function readQuery({ call, pairs }: ReportRequest) {
  const given: Record<string, string | string[]> = {};
  for (const [name] of pairs) {
    const values = pairs.filter(([other]) => other === name).map(([, value]) => value);
    given[name] = values.length === 1 ? values[0] : values;
  }
  const definition: { query?: z.ZodType } = calls[call];
  return query.parse(definition.query?.parse(given) ?? {});
}

/** What is not the asker's, or of no place that was chosen, is not found. */
function isRejected(request: ReportRequest, reportParams: Parameters<typeof chosenProperties>[0]): boolean {
  const seen = seenProperties(reportParams);
  const { property_id, organization_id, building_id, unit_id } = reportParams.query;
  const lacks = (ids: number[] | undefined, own: readonly number[]) => ids?.some((id) => !own.includes(id)) ?? false;
  return (
    lacks(
      property_id,
      seen.map(({ id }) => id),
    ) ||
    lacks(organization_id, request.organizationIds) ||
    lacks(
      building_id,
      seen.flatMap(({ buildings }) => buildings.map(({ id }) => id)),
    ) ||
    lacks(
      unit_id,
      seen.flatMap(({ units }) => units.map(({ id }) => id)),
    )
  );
}

/** The answer for the requested page. */
function pageOf(expected: Expected, request: ReportRequest): { status: number; body: Json } {
  if ("status" in expected) return { status: expected.status, body: null };
  if ("body" in expected) return { status: 200, body: expected.body };
  const { page = 1, page_size: size = 10 } = readQuery(request);
  const { rows, beside = {} } = expected;
  const pages = Math.max(1, Math.ceil(rows.length / size));
  if (page > pages) return { status: 404, body: null };
  const neighbour = (number: number) => (number < 1 || number > pages ? null : urlOf(atPage(request, number)));
  return {
    status: 200,
    body: {
      count: rows.length,
      next: neighbour(page + 1),
      previous: neighbour(page - 1),
      results: rows.slice((page - 1) * size, page * size),
      ...beside,
    },
  };
}

/** The same request for another page. */
export function atPage(request: ReportRequest, page: number): ReportRequest {
  const isNamed = request.pairs.some(([name]) => name === "page");
  const pairs = request.pairs.map(([name, value]) =>
    name === "page" ? ([name, String(page)] as const) : ([name, value] as const),
  );
  return { ...request, pairs: isNamed ? pairs : [...pairs, ["page", String(page)]] };
}
