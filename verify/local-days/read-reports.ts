import type { CallName } from "../../contract/calls.ts";
import type { Connections } from "../../server/database/connect.ts";
import { Draws, hash } from "../../simulator/random.ts";
import { ask as askAs, type Person } from "../harness/person.ts";
import { Figures } from "../reports/figures/figures.ts";
import { theRules } from "../reports/figures/rules.ts";
import type { Site } from "../reports/installation/site.ts";
import { reportCalls } from "../reports/requests/answers.ts";
import { drawRequest, parametersOf } from "../reports/requests/draw-request.ts";
import { describeRequest, type ReportRequest } from "../reports/requests/request.ts";
import { ask, expectedOf, judge } from "../reports/requests/try-request.ts";
import { readStored } from "../reports/stored/read-stored.ts";
import type { Stored } from "../reports/stored/stored.ts";

/** A running server, called by a user who may see everything. */
export function siteOf(connections: Connections, person: Person): Site {
  return {
    connections,
    clock: { now: 0 },
    ask: (_scope, { method, url, body }) => askAs(person, body === undefined ? [method, url] : [method, url, body]),
    close: async () => {},
  };
}

interface Params {
  requests: number;
  /** Sentences. */
  wrong: string[];
}

/**
 * Asks every report for every period, and holds the answers against the independent computation over the stored hours.
 * @param now what the server's clock says
 * @param periods first and last days
 */
export async function askReports(
  site: Site,
  now: number,
  periods: readonly (readonly [first: string, last: string])[],
): Promise<Params> {
  const stored = await readStored(site.connections);
  const figures = new Figures(stored, theRules);
  const params: Params = { requests: 0, wrong: [] };
  for (const [number, call] of reportCalls.entries()) {
    const isDated = parametersOf(call).has("start_date");
    for (const [i, period] of (isDated ? periods : periods.slice(0, 1)).entries()) {
      const request = drawPeriodRequest(call, stored, now, new Draws(hash(number, i)), period);
      const wrong = judge(await ask(site, request), expectedOf(request, figures));
      params.requests++;
      if (wrong.length > 0) params.wrong.push(`${describeRequest(request)}: ${wrong.slice(0, 2).join("; ")}`);
    }
  }
  return params;
}

function drawPeriodRequest(
  call: CallName,
  stored: Stored,
  now: number,
  draws: Draws,
  [first, last]: readonly [string, string],
): ReportRequest {
  const drawn = drawRequest(call, stored, [now], draws);
  const others = drawn.pairs.filter(([name]) => !["start_date", "end_date", "days_ago"].includes(name));
  const isDated = parametersOf(call).has("start_date");
  const dates = [["start_date", first] as const, ["end_date", last] as const];
  return {
    ...drawn,
    pairs: isDated ? [...others, ...dates] : drawn.pairs,
    // Whoever asks sees everything, whatever was drawn.
    propertyIds: stored.properties.map(({ id }) => id),
    organizationIds: [...stored.organizations.keys()],
  };
}
