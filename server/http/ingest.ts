import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Connections } from "../database/connect.ts";
import { type Gateway, gatewayOf } from "../ingest/gateway-token.ts";
import { namedRequest } from "../ingest/idempotency-key.ts";
import { rowsOfJson, rowsOfLines } from "../ingest/parse-readings.ts";
import { takeBatch } from "../ingest/take-batch.ts";
import { ProblemError } from "../problem.ts";
import type { Routes } from "./route.ts";

const LINES = "application/x-ndjson";

/** NDJSON bodies stay text: each line is judged for itself. */
export function acceptLines(app: FastifyInstance): void {
  app.addContentTypeParser(LINES, { parseAs: "string" }, (_request, body, done) => done(null, body));
}

export function serveIngest(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  const admit = (request: FastifyRequest) => sendingGateway(connections, request);
  routes.gateway("POST /v1/ingest/readings", admit, async ({ gateway, request }) => {
    const body: unknown = request.body;
    // A JSON body may be a mere text, too.
    const isLines = request.headers["content-type"]?.trim().toLowerCase().startsWith(LINES) === true;
    const rows = isLines && typeof body === "string" ? rowsOfLines(body) : rowsOfJson(body);
    const named = namedRequest(request.headers["idempotency-key"], body);
    return takeBatch(connections, gateway, rows, clock, [], named);
  });
}

/** The gateway whose token came with a request. @throws ProblemError `invalid_gateway_token` */
export async function sendingGateway(connections: Connections, request: FastifyRequest): Promise<Gateway> {
  const { authorization } = request.headers;
  if (authorization === undefined || !/^Bearer \S/.test(authorization)) {
    throw new ProblemError(
      "invalid_gateway_token",
      "There is no token. Send the gateway's token as: Authorization: Bearer dlg_…",
    );
  }
  const gateway = await gatewayOf(connections.accounts, authorization);
  if (gateway === null) {
    throw new ProblemError(
      "invalid_gateway_token",
      "This token is unknown or revoked. Send another one of the gateway: gateway-token create makes one.",
    );
  }
  return gateway;
}
