import { CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { type Connections, connect, inScope } from "../../../server/database/connect.ts";
import type { Database } from "../../../server/database/types.ts";
import { openSite } from "../../walls/site.ts";
import type { Admin } from "../data/admin.ts";
import { NOW } from "../data/now.ts";
import type { ReportRequest } from "../server/report-requests.ts";
import { type PlanNode, planOf } from "./plan.ts";

/** How the database answered a request: a plan for each of its queries. */
export interface Planned {
  request: ReportRequest;
  plans: PlanNode[];
}

/** Sends every request once, and lets the database explain each query that the answer took, in the sender's scope. */
export async function plansOf(
  url: string,
  admin: Admin,
  requests: readonly ReportRequest[],
  onDone: (done: number) => void,
): Promise<Planned[]> {
  const queries: { text: string; parameters: readonly unknown[] }[] = [];
  const pool = new pg.Pool({ connectionString: url, max: 2, options: "-c role=dripline_app" });
  const app = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      if (/^\s*(select|with)\b/i.test(query.sql)) queries.push({ text: query.sql, parameters: query.parameters });
    },
  });
  const others = connect(url);
  const close = async () => {
    await others.close();
    await pool.end();
  };
  const connections: Connections = { ...others, app, close };
  const site = await openSite(url, NOW, connections);
  const planned: Planned[] = [];
  try {
    for (const request of requests) {
      queries.length = 0;
      await site.get(admin.token, request.url);
      const plans: PlanNode[] = [];
      for (const { text, parameters } of [...queries]) {
        const explained = await inScope(app, admin.scope, (tx) =>
          tx.executeQuery<unknown>(
            CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, [...parameters]),
          ),
        );
        plans.push(planOf(explained.rows));
      }
      onDone(planned.push({ request, plans }));
    }
  } finally {
    await site.close();
  }
  return planned;
}
