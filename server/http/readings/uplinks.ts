import type { FastifyRequest } from "fastify";
import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { inTurn } from "../../ingest/batch/ingest-queue.ts";
import { takeHeartbeat } from "../../ingest/batch/take-heartbeat.ts";
import { ProblemError } from "../../problem/problem.ts";
import type { Clock } from "../../time/clock.ts";
import { readChirpStack } from "../../uplinks/chirpstack.ts";
import { mappingOf, setMapping } from "../../uplinks/stored-mapping.ts";
import { takeUplink } from "../../uplinks/take-uplink.ts";
import { readThingsStack } from "../../uplinks/things-stack.ts";
import type { Routes } from "../route/route.ts";
import { sendingGateway } from "./ingest.ts";

export function serveUplinks(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  const ofGateway = "/v1/properties/{property_id}/gateways/{gateway}/uplink-mapping";

  const admit = (request: FastifyRequest) => sendingGateway(connections, request);
  routes.byToken("POST /v1/ingest/heartbeats", admit, ({ holder: gateway, body }) =>
    takeHeartbeat(connections, gateway, body, clock),
  );
  routes.byToken("POST /v1/ingest/lorawan/chirpstack", admit, ({ holder: gateway, query, request }) =>
    inTurn(gateway, () =>
      takeUplink(connections, gateway, readChirpStack(query.event, request.body), request.body, clock),
    ),
  );
  routes.byToken("POST /v1/ingest/lorawan/things-stack", admit, ({ holder: gateway, request }) =>
    inTurn(gateway, () => takeUplink(connections, gateway, readThingsStack(request.body), request.body, clock)),
  );

  routes.scoped(`GET ${ofGateway}`, ({ scope, params }) =>
    inScope(connections.app, scope, async (tx) => {
      const seen = scope.propertyIds.includes(params.property_id);
      const mapping = seen ? await mappingOf(tx, params.property_id, { serial: params.gateway }) : undefined;
      if (mapping === undefined) throw noGateway();
      return { uplink_mapping: mapping };
    }),
  );
  routes.scoped(`PUT ${ofGateway}`, ({ scope, params, body, request }) =>
    inScope(connections.app, scope, async (tx) => {
      const who = actorOf(scope, request, clock);
      const seen = scope.propertyIds.includes(params.property_id);
      if (!seen || !(await setMapping(tx, who, params.property_id, params.gateway, body.uplink_mapping))) {
        throw noGateway();
      }
      return body;
    }),
  );
}

const noGateway = () => new ProblemError("not_found", "There is no such gateway.");
