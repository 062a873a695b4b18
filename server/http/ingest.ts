import type { FastifyInstance } from "fastify";
import type { IngestAnswer } from "../../contract/ingest.ts";
import type { Clock } from "../clock.ts";
import type { Connections } from "../database/connect.ts";
import { gatewayOf } from "../ingest/gateway-token.ts";
import { parseReading, rowsOfJson, rowsOfLines } from "../ingest/parse-readings.ts";
import type { Outcome, Reading, Refusal } from "../ingest/reading.ts";
import { storeReadings } from "../ingest/store.ts";
import { ProblemError } from "../problem.ts";
import type { Routes } from "./route.ts";

/** NDJSON bodies stay text: each line is judged for itself. */
export function acceptLines(app: FastifyInstance): void {
  app.addContentTypeParser("application/x-ndjson", { parseAs: "string" }, (_request, body, done) => done(null, body));
}

export function serveIngest(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  routes.open("POST /v1/ingest/readings", async ({ request }) => {
    const gateway = await gatewayOf(connections.accounts, request.headers.authorization);
    if (gateway === null) {
      throw new ProblemError("invalid_gateway_token", "Send the gateway's token as: Authorization: Bearer dlg_…");
    }
    const { propertyId, gatewayId } = gateway;
    const body: unknown = request.body;
    const rows = typeof body === "string" ? rowsOfLines(body) : rowsOfJson(body);
    const readings: Reading[] = [];
    const refusals: Refusal[] = [];
    for (const [i, row] of rows.entries()) {
      const reading = parseReading(i + 1, row);
      if ("code" in reading) refusals.push(reading);
      else readings.push(reading);
    }
    const target = { propertyId, source: `gateway ${gatewayId}`, gatewayId };
    const stored = await storeReadings(connections, target, readings, clock, refusals);
    return answer(rows.length, stored, refusals);
  });
}

function answer(received: number, stored: Outcome[], refusals: Refusal[]): IngestAnswer {
  const refused = refusals.map(({ row, code, reason }): Outcome => ({ row, status: "refused", code, reason }));
  const rows = [...stored, ...refused].sort((a, b) => a.row - b.row);
  const count = (status: Outcome["status"]) => rows.reduce((n, row) => (row.status === status ? n + 1 : n), 0);
  return { received, stored: count("stored"), duplicate: count("duplicate"), refused: count("refused"), rows };
}
