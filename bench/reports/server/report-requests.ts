import { z } from "zod";
import type { Call } from "../../../contract/call/call.ts";
import { calls } from "../../../contract/calls.ts";
import { dayText, localDayAt } from "../../../server/time/local-day.ts";
import { NOW } from "../data/now.ts";
import { ZONE } from "../data/sites.ts";

/** All properties of the admin, or one of them. */
export type Width = "portfolio" | "property";

/** One thing to ask. */
export interface ReportRequest {
  call: string;
  width: Width;
  url: string;
}

/** What a call is requested for at property width. */
export interface Places {
  property: number;
  meter: string;
}

const REPORTS = "/v1/reporting/";
const DAYS = [1, 7, 30] as const;
/** Charts go as far back. */
const CHART_DAYS = 180;

/** The requests for every report that can be read; the numbers come from the contract. */
export interface ReportRequests {
  regular: ReportRequest[];
  /** Of devices as of a day long past, which is requested now and then. */
  past: ReportRequest[];
  orderings: ReportRequest[];
}

export function reportRequests(places: Places): ReportRequests {
  const requests: ReportRequest[] = [];
  const past: ReportRequest[] = [];
  const orderings: ReportRequest[] = [];
  for (const [name, call] of Object.entries<Call>(calls)) {
    const path = name.replace("GET ", "");
    // Files are downloads of the tables that are requested page by page.
    if (!path.startsWith(REPORTS) || path.endsWith("/export")) continue;
    const takes = parametersOf(call);
    for (const width of widthsOf(path, takes)) {
      const ask = (params: readonly string[]): ReportRequest => ({
        call: path,
        width,
        url: urlOf(path, width, takes, places, params),
      });
      for (const params of spansOf(takes)) requests.push(ask(params));
      if (takes.has("date")) past.push(ask([`date=${dayText(today() - 30)}`]));
      const longest = spansOf(takes).at(-1) ?? [];
      for (const ordering of takes.get("ordering") ?? []) orderings.push(ask([...longest, `ordering=${ordering}`]));
    }
  }
  return { regular: requests, past, orderings };
}

/** Of a call with a place in its path that place is requested; else everything, and one property where it takes one. */
function widthsOf(path: string, takes: Parameters): Width[] {
  if (path.includes("{")) return ["property"];
  return takes.has("property_id") ? ["portfolio", "property"] : ["portfolio"];
}

function spansOf(takes: Parameters): string[][] {
  if (!takes.has("days_ago")) return [[]];
  const compared = takes.has("comparison") ? ["comparison=previous_period"] : [];
  const spans = DAYS.map((days) => [`days_ago=${days}`, ...compared]);
  if (!takes.has("resolution")) return spans;
  return [...spans, [`start_date=${dayText(today() - CHART_DAYS)}`, `end_date=${dayText(today() - 1)}`]];
}

function urlOf(path: string, width: Width, takes: Parameters, { property, meter }: Places, params: readonly string[]) {
  const filled = path
    .replace("{id}", String(property))
    .replace("{property_id}", String(property))
    .replace("{meter}", encodeURIComponent(meter));
  const one = width === "property" && takes.has("property_id") ? [`property_id=${property}`] : [];
  const query = [...one, ...params].join("&");
  return query === "" ? filled : `${filled}?${query}`;
}

/** Names of what a call takes, each with the words that it may be, where these are listed. */
type Parameters = Map<string, readonly string[]>;

const described = z.object({
  properties: z.record(z.string(), z.looseObject({ enum: z.array(z.unknown()).optional() })).default({}),
});

function parametersOf({ query }: Call): Parameters {
  if (query === undefined) return new Map();
  const schema = described.parse(z.toJSONSchema(query, { io: "input", unrepresentable: "any" }));
  return new Map(Object.entries(schema.properties).map(([name, value]) => [name, (value.enum ?? []).map(String)]));
}

const today = () => localDayAt(ZONE, NOW).day;
