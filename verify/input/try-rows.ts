import { sql } from "kysely";
import { z } from "zod";
import { PERIOD } from "../world/history.ts";
import type { Site } from "../world/site.ts";
import type { World } from "../world/world.ts";
import { type Sort, tooDeep, wrongValues } from "./cases/values.ts";

/** Fields of a reading. Its rows are judged one by one: a wrong one is kept as rejected, and counts nowhere. */
const fields: readonly (readonly [field: string, sort: Sort, other: readonly string[]])[] = [
  ["serial", "text", []],
  ["hour", "text", ['"2026-02-30T00:00:00Z"', '"2026-06-05T12:00:00"', '"0000-01-01T00:00:00Z"', "1780660800"]],
  ["gallons", "number", ["-1", "-0.001", "1e300"]],
  ["flow_time", "number", ["-1", "61"]],
  ["events", "number", ["-1", "0.5"]],
  ["hours", "number", ["0", "-1", "0.5", "1e9"]],
  ["unasked", "number", ["5"]],
];
/** Left out or null, these are not given. */
const mayBeNull: ReadonlySet<string> = new Set(["flow_time", "events"]);

const answer = z.object({
  stored: z.number(),
  rejected: z.number(),
  rows: z.array(z.looseObject({ reason: z.string().optional() })),
});

/** Sends readings with one wrong field each. @returns how many, and what is wrong, a sentence each */
export async function tryRows(site: Site, world: World): Promise<{ rows: number; wrong: string[] }> {
  const { home } = world;
  const headers = { authorization: `Bearer ${home.gatewayToken}`, "content-type": "application/json" };
  const before = await volume(site, home.propertyId);
  const wrong: string[] = [];
  let rows = 0;
  for (const [field, sort, other] of fields) {
    for (const value of [...wrongValues[sort], ...other]) {
      if (value === "null" && mayBeNull.has(field)) continue;
      const good = { serial: home.names.meter, hour: `${PERIOD.end_date}T12:00:00Z`, gallons: 5 };
      const fieldsOf = Object.entries(good).filter(([name]) => name !== field);
      const texts = fieldsOf.map(([name, one]) => `"${name}":${JSON.stringify(one)}`);
      const body = `[{${[...texts, `"${field}":${value}`].join(",")}}]`;
      const { status, text } = await site.ask({ method: "POST", url: "/v1/ingest/readings", headers, body });
      rows++;
      const result = status === 200 ? answer.safeParse(JSON.parse(text)).data : undefined;
      const reason = result?.rows[0]?.reason ?? "";
      // Such a body is rejected as a whole.
      if (status === 422 && tooDeep.has(value)) continue;
      if (result?.rejected === 1 && result.stored === 0 && reason.length > 10) continue;
      wrong.push(`${field} ${value.slice(0, 40)}: ${status} ${text.slice(0, 300)}`);
    }
  }
  const after = await volume(site, home.propertyId);
  if (after !== before) wrong.push(`The readings of the property changed from ${before} to ${after}.`);
  return { rows, wrong };
}

async function volume({ connections }: Site, propertyId: number): Promise<string> {
  const found = await sql<{ sum: string | null }>`
    select md5(string_agg(d::text, '' order by meter_id, day)) as sum from meter_days d
    where property_id = ${propertyId}`.execute(connections.worker);
  return found.rows[0]?.sum ?? "";
}
