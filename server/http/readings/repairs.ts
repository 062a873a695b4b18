import { actorOf } from "../../audit/audit.ts";
import { quarantineList } from "../../corrections/quarantine/quarantine-list.ts";
import { readProperty } from "../../corrections/read-property.ts";
import { rejectedList } from "../../corrections/rejected-rows/rejected-list.ts";
import { makeRepair } from "../../corrections/repairs/make-repair.ts";
import { oneRepair, repairList } from "../../corrections/repairs/repair-list.ts";
import { undoRepair } from "../../corrections/repairs/undo-repair.ts";
import type { Connections } from "../../database/connect.ts";
import { textsFor } from "../../language/request-language.ts";
import { pageOf } from "../../query/page.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

/** Serves what administrators decide about readings; a property outside the caller's scope is as an unknown one. */
export function serveRepairs(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const property = "/v1/properties/{property_id}";
  const { app } = deps.connections;

  routes.scoped(`GET ${property}/quarantine`, async ({ scope, params, query, request }) => {
    const { count, rows } = await readProperty(app, scope, params.property_id, (tx, { id, timeZone }) =>
      quarantineList(tx, id, timeZone, query),
    );
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`GET ${property}/rejected-readings`, async ({ scope, params, query, request }) => {
    const { count, rows } = await readProperty(app, scope, params.property_id, (tx, { id }) =>
      rejectedList(tx, id, query, textsFor(request)),
    );
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`GET ${property}/repairs`, async ({ scope, params, query, request }) => {
    const { count, rows } = await readProperty(app, scope, params.property_id, (tx, { id }) =>
      repairList(tx, id, query),
    );
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`GET ${property}/repairs/{repair_id}`, ({ scope, params, request }) =>
    readProperty(app, scope, params.property_id, (tx, { id }) =>
      oneRepair(tx, id, params.repair_id, textsFor(request)),
    ),
  );
  routes.scoped(`POST ${property}/repairs`, ({ scope, params, body, request }) =>
    makeRepair(deps, scope, params.property_id, actorOf(scope, request, deps.clock), body, textsFor(request)),
  );
  routes.scoped(`POST ${property}/repairs/{repair_id}/undo`, ({ scope, params, body, request }) =>
    undoRepair(
      deps,
      scope,
      params.property_id,
      actorOf(scope, request, deps.clock),
      params.repair_id,
      body.preview,
      textsFor(request),
    ),
  );
}
