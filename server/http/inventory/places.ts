import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope, type Transactional } from "../../database/connect.ts";
import { addBuilding, buildingsOf, removeBuilding, renameBuilding } from "../../inventory/places/buildings.ts";
import { changePlaces, type PlaceChange } from "../../inventory/places/change-places.ts";
import { meterList } from "../../inventory/places/meter-list.ts";
import { addMeter, changeMeter, placeMeter, removeMeter, unplaceMeter } from "../../inventory/places/meters.ts";
import { addPoint, labelPoint, pointsOf, removePoint } from "../../inventory/places/points.ts";
import { addUnit, changeUnit, removeUnit, unitsOf } from "../../inventory/places/units.ts";
import { pageOf, slicePage } from "../../query/page.ts";
import { propertyInScope } from "../../query/property-in-scope.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

const base = "/v1/admin/staff/inventory/properties/{property_id}";

interface PropertyRequest {
  scope: RequestScope;
  params: { property_id: number };
  request: { id: string };
}

/** Serves the buildings, units, meter points and meters of a property to its staff. */
export function servePlaces(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  const read = <T>({ scope, params }: PropertyRequest, work: (tx: Transactional) => Promise<T>): Promise<T> =>
    inScope(connections.app, scope, async (tx) => {
      await propertyInScope(scope, tx, params.property_id);
      return work(tx);
    });
  const change = <T>(call: PropertyRequest, work: (change: PlaceChange) => Promise<T>): Promise<T> =>
    changePlaces(deps, call.scope, call.params.property_id, actorOf(call.scope, call.request, clock), work);
  const remove = (call: PropertyRequest, work: (change: PlaceChange) => Promise<void>) =>
    change(call, async (place) => {
      await work(place);
      return { removed: true } as const;
    });

  routes.scoped(`GET ${base}/buildings`, async (call) => {
    const rows = await read(call, (tx) => buildingsOf(tx, call.params.property_id));
    return pageOf(call.request.url, call.query, rows.length, slicePage(rows, call.query));
  });
  routes.scoped(`POST ${base}/buildings`, (call) => change(call, (work) => addBuilding(work, call.body.name)));
  routes.scoped(`PATCH ${base}/buildings/{building_id}`, (call) =>
    change(call, (work) => renameBuilding(work, call.params.building_id, call.body)),
  );
  routes.scoped(`DELETE ${base}/buildings/{building_id}`, (call) =>
    remove(call, (work) => removeBuilding(work, call.params.building_id)),
  );

  routes.scoped(`GET ${base}/units`, async (call) => {
    const rows = await read(call, (tx) => unitsOf(tx, call.params.property_id, call.query.building_id));
    return pageOf(call.request.url, call.query, rows.length, slicePage(rows, call.query));
  });
  routes.scoped(`POST ${base}/units`, (call) => change(call, (work) => addUnit(work, call.body)));
  routes.scoped(`PATCH ${base}/units/{unit_id}`, (call) =>
    change(call, (work) => changeUnit(work, call.params.unit_id, call.body)),
  );
  routes.scoped(`DELETE ${base}/units/{unit_id}`, (call) =>
    remove(call, (work) => removeUnit(work, call.params.unit_id)),
  );

  routes.scoped(`GET ${base}/points`, async (call) => {
    const rows = await read(call, (tx) => pointsOf(tx, call.params.property_id, call.query));
    return pageOf(call.request.url, call.query, rows.length, slicePage(rows, call.query));
  });
  routes.scoped(`POST ${base}/points`, (call) => change(call, (work) => addPoint(work, call.body)));
  routes.scoped(`PATCH ${base}/points/{point_id}`, (call) =>
    change(call, (work) => labelPoint(work, call.params.point_id, call.body)),
  );
  routes.scoped(`DELETE ${base}/points/{point_id}`, (call) =>
    remove(call, (work) => removePoint(work, call.params.point_id)),
  );

  routes.scoped(`GET ${base}/meters`, async (call) => {
    const { count, rows } = await read(call, (tx) => meterList(tx, call.params.property_id, call.query));
    return pageOf(call.request.url, call.query, count, rows);
  });
  routes.scoped(`POST ${base}/meters`, (call) => change(call, (work) => addMeter(work, call.body)));
  routes.scoped(`PATCH ${base}/meters/{meter_id}`, (call) =>
    change(call, (work) => changeMeter(work, call.params.meter_id, call.body)),
  );
  routes.scoped(`DELETE ${base}/meters/{meter_id}`, (call) =>
    remove(call, (work) => removeMeter(work, call.params.meter_id)),
  );
  routes.scoped(`PUT ${base}/meters/{meter_id}/place`, (call) =>
    change(call, (work) => placeMeter(work, call.params.meter_id, call.body)),
  );
  routes.scoped(`DELETE ${base}/meters/{meter_id}/place`, (call) =>
    change(call, (work) => unplaceMeter(work, call.params.meter_id)),
  );
}
