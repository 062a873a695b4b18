import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import { z } from "zod";
import { inScope } from "../../database/connect.ts";
import type { Database } from "../../database/types.ts";
import { reports } from "../../http/reports/reports.ts";
import { reportRequests } from "../../http/testing/report-requests.ts";
import { reportsApp } from "./reports-app.ts";
import { twoZones, twoZonesNow } from "./two-zones.ts";

/** The SQL that a report sends, with the shape of its plans. */
export interface ReportSql {
  /** Its path below `/v1/reporting/`, without braces. */
  name: string;
  text: string;
}

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** What every report needs, or every one that declares `cache: "rolled-up"`: it is no report's own. */
const isCommon = (text: string) =>
  /^(begin|start transaction|commit|rollback|set local)\b/.test(text) || text.includes("pg_control_system()");

/** Requests every report of a small portfolio, at a fixed instant, and notes what it sends to the database. */
export async function reportSql(): Promise<ReportSql[]> {
  const app = await reportsApp(twoZonesNow);
  try {
    const { manager, properties } = await twoZones(app.connections);
    // Or the plans would depend on whether autovacuum has been here.
    await sql`vacuum (analyze)`.execute(app.connections.owner);
    const pool = app.connections.pools.find(({ role }) => role === "app")?.pool;
    if (pool === undefined) throw new Error("There is no pool for requests.");
    const sent: Statement[] = [];
    const noted = new Kysely<Database>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => {
        if (!isCommon(query.sql)) sent.push(query);
      },
    });
    const ask = await app.askOver({ app: noted });
    const all: ReportSql[] = [];
    const isDeclared = new Set<string>(reports.map(({ call }) => call));
    for (const { name, url } of reportRequests({ propertyId: properties.elm, meter: "elm-2" })) {
      if (!isDeclared.has(name)) continue;
      sent.length = 0;
      const answer = await ask(manager, url().replace("/v1/reporting/", ""));
      if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
      const parts: string[] = [];
      for (const statement of sent) {
        const plan = await inScope(app.connections.app, manager, (tx) => planOf(tx, statement));
        parts.push(`${layOut(statement.sql)};\n\n${plan.map((line) => `-- ${line}\n`).join("")}`);
      }
      const path = name.replace("GET /v1/reporting/", "").replaceAll(/[{}]/g, "").replace(/\/$/, "");
      all.push({ name: path, text: `-- ${name}\n\n${parts.join("\n")}` });
    }
    return all;
  } finally {
    await app.close();
  }
}

interface Plan {
  "Node Type": string;
  "Index Name"?: string | undefined;
  "Relation Name"?: string | undefined;
  "CTE Name"?: string | undefined;
  "Subplan Name"?: string | undefined;
  Plans?: Plan[] | undefined;
}

const plan: z.ZodType<Plan> = z.object({
  "Node Type": z.string(),
  "Index Name": z.string().optional(),
  "Relation Name": z.string().optional(),
  "CTE Name": z.string().optional(),
  "Subplan Name": z.string().optional(),
  get Plans() {
    return z.array(plan).optional();
  },
});
const Explained = z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: plan })]) });

/** The nodes of a statement's plan, which searches indexes as it does where tables are large. */
async function planOf(tx: Parameters<Parameters<typeof inScope>[2]>[0], statement: Statement): Promise<string[]> {
  await sql`set local enable_seqscan = off`.execute(tx);
  const text = `explain (costs off, format json) ${statement.sql}`;
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [...statement.parameters]));
  return linesOf(Explained.parse(rows[0])["QUERY PLAN"][0].Plan, "");
}

function linesOf(node: Plan, indent: string): string[] {
  const index = node["Index Name"] === undefined ? "" : ` using ${withoutMonth(node["Index Name"])}`;
  const relation = node["Relation Name"] ?? node["CTE Name"];
  const on = relation === undefined ? "" : ` on ${withoutMonth(relation)}`;
  const of = node["Subplan Name"] === undefined ? "" : `${node["Subplan Name"].replace(/ \d+/, "")}: `;
  const below = (node.Plans ?? []).filter((child) => !isSetting(child)).map((child) => linesOf(child, `${indent}  `));
  // The partitions of one table are searched alike.
  const distinct = below.filter((lines, place) => place === 0 || lines.join() !== below[place - 1]?.join());
  return [`${indent}${of}${node["Node Type"]}${index}${on}`, ...distinct.flat()];
}

/** Row-level security reads the settings of the transaction: such a node is in every plan, many times over. */
function isSetting(node: Plan): boolean {
  return (
    node["Node Type"] === "Result" && node["Subplan Name"]?.startsWith("InitPlan") === true && node.Plans === undefined
  );
}

/** The name of a table or an index without the month of its partition. */
function withoutMonth(name: string): string {
  return name.replace(/_\d{4}_\d{2}/, "_month");
}

/** A statement, each line indented by the brackets that it stands in. */
function layOut(text: string): string {
  let depth = 0;
  const lines: string[] = [];
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line === "") continue;
    const closing = /^\)+/.exec(line)?.[0].length ?? 0;
    lines.push(`${"  ".repeat(Math.max(0, depth - closing))}${line}`);
    const code = line.replace(/'[^']*'/g, "").replace(/--.*/, "");
    depth += code.split("(").length - code.split(")").length;
  }
  return lines.join("\n");
}
