import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope, type Transactional } from "../../database/connect.ts";
import { textsFor } from "../../language/request-language.ts";
import { signalRefreshed } from "../../metering/signal.ts";
import { recordOccupancy } from "../../occupancy/record-occupancy.ts";
import { type RowOutcome, storeOccupancy } from "../../occupancy/store-occupancy.ts";
import { unitOccupancy } from "../../occupancy/unit-occupancy.ts";
import { translated } from "../../problem/translated.ts";
import { pageOf } from "../../query/page.ts";
import { propertyInScope } from "../../query/property-in-scope.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

/** Serves occupancy, as far as it is known. */
export function serveOccupancy(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { clock } = deps;
  const { app } = deps.connections;
  routes.scoped("GET /v1/properties/{property_id}/occupancy", async ({ scope, params, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) =>
      unitOccupancy(scope, tx, params.property_id, query, clock),
    );
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped("PUT /v1/properties/{property_id}/occupancy", async ({ scope, params, body, request }) => {
    const storeRows = async (tx: Transactional) => {
      const property = await propertyInScope(scope, tx, params.property_id);
      const lines = body.rows.map((cells, i) => ({ row: i + 1, cells }));
      const results = await storeOccupancy(
        tx,
        property,
        lines,
        { asOf: body.as_of ?? null, source: scope.email },
        clock,
      );
      await recordOccupancy(tx, actorOf(scope, request, clock), property.id, results);
      return results;
    };
    const rows = await inScope(app, scope, storeRows, "long");
    const i18n = textsFor(request);
    const translatedRow = (row: RowOutcome) =>
      row.status === "stored" ? row : { ...row, reason: translated(row.reason, i18n) };
    const stored = rows.filter((row) => row.status === "stored").length;
    if (stored > 0) signalRefreshed(params.property_id);
    return { received: rows.length, stored, rejected: rows.length - stored, rows: rows.map(translatedRow) };
  });
}
