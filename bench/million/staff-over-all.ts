import { sql } from "kysely";
import { problem } from "../../contract/call/fields.ts";
import { hashToken } from "../../server/accounts/tokens/secret-token.ts";
import { showProgress } from "../../server/cli/output/progress.ts";
import type { Connections } from "../../server/database/connect.ts";
import type { Figure } from "../record/figure.ts";
import { addAdmin } from "../reports/data/admin.ts";
import { openClient } from "../reports/server/client.ts";
import { reportRequests } from "../reports/server/report-requests.ts";
import { cookieOf, type Running } from "../reports/server/running.ts";
import { percentile } from "../run/percentile.ts";

const TIMES = 5;
/** Answered within a second; the others may say what to narrow. */
const WITHIN_A_SECOND = /\/portfolio-insights\/(overview|performance|properties\/map)$|\/reporting\/overview$/;

/** Requests every report as staff who see every property of every organization. */
export async function staffOverAll(connections: Connections, { url, places }: Running): Promise<Figure[]> {
  const staff = await addAdmin(connections);
  const { accounts } = connections;
  await sql`
    with staff as (
      update users set staff_role = 'IONAdmin' where id = (
        select user_id from sessions where token_hash = ${hashToken(staff.token)}) returning id
    )
    delete from memberships where user_id in (select id from staff)`.execute(accounts);
  const client = openClient(url, cookieOf(staff));
  const requests = reportRequests(places).regular.filter(({ width }) => width === "portfolio");
  const progress = showProgress("staff over all properties");
  const times = new Map<string, number[]>();
  let rejected = 0;
  let failed = 0;
  for (const [done, { call, url: path }] of requests.entries()) {
    const ofPath: number[] = [];
    let status = 0;
    let text = "";
    for (let n = 0; n < TIMES; n++) {
      const began = performance.now();
      ({ status, text } = await client.get(path));
      ofPath.push(performance.now() - began);
      if (status !== 200) break;
    }
    if (status === 200) times.set(call, [...(times.get(call) ?? []), ...ofPath]);
    else if (status === 400) rejected++;
    else failed++;
    const sentence = status === 200 ? "" : ` ${problem.parse(JSON.parse(text)).detail}`;
    process.stdout.write(`${status} ${percentile(ofPath, 0.5).toFixed(0).padStart(6)} ms  ${path}${sentence}\n`);
    progress.update(done + 1, requests.length, "");
  }
  progress.end();
  client.close();
  return [
    ...[...times].map(([call, of]): Figure => {
      const name = `staff over all: ${call.replace("/v1/reporting/", "")}, p95`;
      const value = percentile(of, 0.95);
      return WITHIN_A_SECOND.test(call)
        ? { name, value, unit: "ms", goal: { must: "be at most", value: 1000 } }
        : { name, value, unit: "ms" };
    }),
    { name: "staff over all: requests that are rejected with what to narrow", value: rejected, unit: "" },
    { name: "staff over all: requests that fail", value: failed, unit: "", goal: { must: "be", value: 0 } },
  ];
}
