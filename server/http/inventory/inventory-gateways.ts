import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { changePlaces, type PlaceChange } from "../../inventory/places/change-places.ts";
import { addGateway, changeGateway, gatewaysOf, removeGateway } from "../../inventory/places/gateways.ts";
import { notThere } from "../../problem/problem.ts";
import { pageOf, slicePage } from "../../query/page.ts";
import { propertyInScope } from "../../query/property-in-scope.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

interface PropertyRequest {
  scope: RequestScope;
  params: { property_id: number };
  request: { id: string };
}

/** Serves the gateways of a property to its staff. */
export function serveInventoryGateways(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  const base = "/v1/admin/staff/inventory/properties/{property_id}/gateways";
  const change = <T>({ scope, params, request }: PropertyRequest, work: (change: PlaceChange) => Promise<T>) =>
    changePlaces(deps, scope, params.property_id, actorOf(scope, request, clock), work);
  /** Runs a change, and returns the gateway's new state. */
  const shown = (call: PropertyRequest, work: (change: PlaceChange) => Promise<number>) =>
    change(call, async (place) => {
      const id = await work(place);
      const { tx, propertyId } = place;
      const row = (await gatewaysOf({ scope: call.scope, tx, propertyId, clock })).find((one) => one.id === id);
      if (row === undefined) throw notThere("gateway");
      return row;
    });

  routes.scoped(`GET ${base}`, async ({ scope, params, query, request }) => {
    const rows = await inScope(connections.app, scope, async (tx) => {
      const { id: propertyId } = await propertyInScope(scope, tx, params.property_id);
      return gatewaysOf({ scope, tx, propertyId, clock });
    });
    return pageOf(request.url, query, rows.length, slicePage(rows, query));
  });
  routes.scoped(`POST ${base}`, (call) => shown(call, (place) => addGateway(place, call.body)));
  routes.scoped(`PATCH ${base}/{gateway}`, (call) =>
    shown(call, (place) => changeGateway(place, call.params.gateway, call.body)),
  );
  routes.scoped(`DELETE ${base}/{gateway}`, (call) =>
    change(call, async (place) => {
      await removeGateway(place, call.params.gateway);
      return { removed: true } as const;
    }),
  );
}
