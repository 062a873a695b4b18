import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Connections } from "../../database/connect.ts";
import { namedRequest } from "../../ingest/batch/idempotency-key.ts";
import { inTurn } from "../../ingest/batch/ingest-queue.ts";
import { rowsOfJson, rowsOfLines } from "../../ingest/batch/parse-readings.ts";
import { takeBatch } from "../../ingest/batch/take-batch.ts";
import { emitTaken } from "../../ingest/batch/taken.ts";
import { type Gateway, gatewayOf } from "../../ingest/tokens/gateway-token.ts";
import { ProblemError } from "../../problem/problem.ts";
import type { Clock } from "../../time/clock.ts";
import { readJson } from "../body/json-body.ts";
import { readBody } from "../body/packed-body.ts";
import { wrongMediaType } from "../body/wrong-media-type.ts";
import type { Routes } from "../route/route.ts";
import { createBatchAdmission } from "./batch-admission.ts";

const LINES = "application/x-ndjson";

/** The path whose bodies are read only when a slot of the queue is free. */
export const READINGS_PATH = "/v1/ingest/readings";

/** Each line of an NDJSON body is validated on its own; only readings are sent as such. */
export function acceptLines(app: FastifyInstance): void {
  app.addContentTypeParser(LINES, async (request: FastifyRequest, body: NodeJS.ReadableStream) => {
    if (request.routeOptions.url !== READINGS_PATH) throw wrongMediaType(request.routeOptions.url);
    return readBody(request, body);
  });
}

export function serveIngest(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  const admission = createBatchAdmission();
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const gateway = await sendingGateway(connections, request);
    admission.enter(request, reply, gateway);
    return gateway;
  };
  routes.byToken("POST /v1/ingest/readings", admit, ({ holder: gateway, request }) =>
    admission.stay(request, () =>
      inTurn(gateway, async () => {
        const body = bodyOf(request);
        // A JSON body may also be a plain string.
        const rows = isOfLines(request) && typeof body === "string" ? rowsOfLines(body) : rowsOfJson(body);
        const named = namedRequest(request.headers["idempotency-key"], body);
        return emitTaken("http", await takeBatch(connections, gateway, rows, clock, [], named));
      }),
    ),
  );
}

function isOfLines({ headers }: FastifyRequest): boolean {
  return headers["content-type"]?.trim().toLowerCase().startsWith(LINES) === true;
}

/** NDJSON as text, else the JSON value. */
function bodyOf(request: FastifyRequest): unknown {
  const { body } = request;
  if (!Buffer.isBuffer(body)) return body;
  // Its bytes are not needed while its readings are stored.
  request.body = undefined;
  return isOfLines(request) ? body.toString("utf8") : readJson(request, body);
}

/** The gateway of a request's token. @throws ProblemError `invalid_gateway_token` */
export async function sendingGateway(connections: Connections, request: FastifyRequest): Promise<Gateway> {
  const { authorization } = request.headers;
  if (authorization === undefined || !/^Bearer \S/.test(authorization)) {
    throw new ProblemError(
      "invalid_gateway_token",
      "The request has no token. Send the gateway's token as: Authorization: Bearer dlg_…",
    );
  }
  const gateway = await gatewayOf(connections.accounts, authorization);
  if (gateway === null) {
    throw new ProblemError(
      "invalid_gateway_token",
      "This token is unknown or revoked. Send another token of the gateway, created under Gateways of its property.",
    );
  }
  return gateway;
}
