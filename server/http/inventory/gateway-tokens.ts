import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import {
  type GatewayTokenRow,
  makeGatewayToken,
  readGatewayTokens,
  revokeGatewayToken,
} from "../../ingest/tokens/gateway-tokens.ts";
import { notThere, wrongField } from "../../problem/problem.ts";
import { pageOf, slicePage } from "../../query/page.ts";
import { propertyInScope } from "../../query/property-in-scope.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

/** Serves the tokens of a property's gateways to its administrators. */
export function serveGatewayTokens(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { clock } = deps;
  const { app } = deps.connections;
  const tokens = "/v1/admin/properties/{id}/gateway-tokens";

  routes.scoped(`GET ${tokens}`, async ({ scope, params, query, request }) => {
    const rows = await inScope(app, scope, async (tx) => {
      await propertyInScope(scope, tx, params.id);
      return readGatewayTokens(tx, params.id);
    });
    return pageOf(request.url, query, rows.length, slicePage(rows.reverse().map(toWire), query));
  });
  routes.scoped(`POST ${tokens}`, ({ scope, params, body, request }) =>
    inScope(app, scope, async (tx) => {
      await propertyInScope(scope, tx, params.id);
      const who = actorOf(scope, request, clock);
      const made = await makeGatewayToken(tx, who, params.id, body.gateway_serial_number);
      if (made === null) {
        throw wrongField("gateway_serial_number", "The property has no gateway with this serial number.");
      }
      return { ...toWire(made), token: made.token };
    }),
  );
  routes.scoped(`DELETE ${tokens}/{token_id}`, ({ scope, params, request }) =>
    inScope(app, scope, async (tx) => {
      await propertyInScope(scope, tx, params.id);
      const ended = await revokeGatewayToken(tx, actorOf(scope, request, clock), params.id, params.token_id);
      if (ended === null) throw notThere("token");
      return toWire(ended);
    }),
  );
}

function toWire(row: GatewayTokenRow) {
  return {
    id: row.id,
    gateway_serial_number: row.gateway_serial_number,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
