import { actorOf } from "../audit/audit.ts";
import { type Connections, inScope, type Transactional } from "../database/connect.ts";
import { addBuilding, buildingsOf, removeBuilding, renameBuilding } from "../inventory/places/buildings.ts";
import { changePlaces, type PlaceChange } from "../inventory/places/change-places.ts";
import { meterList } from "../inventory/places/meter-list.ts";
import { addMeter, changeMeter, placeMeter, removeMeter, unplaceMeter } from "../inventory/places/meters.ts";
import { addPoint, labelPoint, pointsOf, removePoint } from "../inventory/places/points.ts";
import { addUnit, changeUnit, removeUnit, unitsOf } from "../inventory/places/units.ts";
import { pageOf, slicePage } from "../query/page.ts";
import { propertyInScope } from "../query/property-in-scope.ts";
import type { RequestScope } from "../query/request-scope.ts";
import type { Clock } from "../time/clock.ts";
import type { Routes } from "./route.ts";

const base = "/v1/admin/staff/inventory/properties/{property_id}";

interface AskedOfProperty {
  scope: RequestScope;
  params: { property_id: number };
  request: { id: string };
}

/** Serves the buildings, units, meter points and meters of a property to its staff. */
export function servePlaces(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  const read = <T>({ scope, params }: AskedOfProperty, work: (tx: Transactional) => Promise<T>): Promise<T> =>
    inScope(connections.app, scope, async (tx) => {
      await propertyInScope(scope, tx, params.property_id);
      return work(tx);
    });
  const change = <T>(asked: AskedOfProperty, work: (change: PlaceChange) => Promise<T>): Promise<T> =>
    changePlaces(deps, asked.scope, asked.params.property_id, actorOf(asked.scope, asked.request, clock), work);
  const remove = (asked: AskedOfProperty, work: (change: PlaceChange) => Promise<void>) =>
    change(asked, async (place) => {
      await work(place);
      return { removed: true } as const;
    });

  routes.scoped(`GET ${base}/buildings`, async (asked) => {
    const rows = await read(asked, (tx) => buildingsOf(tx, asked.params.property_id));
    return pageOf(asked.request.url, asked.query, rows.length, slicePage(rows, asked.query));
  });
  routes.scoped(`POST ${base}/buildings`, (asked) => change(asked, (work) => addBuilding(work, asked.body.name)));
  routes.scoped(`PATCH ${base}/buildings/{building_id}`, (asked) =>
    change(asked, (work) => renameBuilding(work, asked.params.building_id, asked.body)),
  );
  routes.scoped(`DELETE ${base}/buildings/{building_id}`, (asked) =>
    remove(asked, (work) => removeBuilding(work, asked.params.building_id)),
  );

  routes.scoped(`GET ${base}/units`, async (asked) => {
    const rows = await read(asked, (tx) => unitsOf(tx, asked.params.property_id, asked.query.building_id));
    return pageOf(asked.request.url, asked.query, rows.length, slicePage(rows, asked.query));
  });
  routes.scoped(`POST ${base}/units`, (asked) => change(asked, (work) => addUnit(work, asked.body)));
  routes.scoped(`PATCH ${base}/units/{unit_id}`, (asked) =>
    change(asked, (work) => changeUnit(work, asked.params.unit_id, asked.body)),
  );
  routes.scoped(`DELETE ${base}/units/{unit_id}`, (asked) =>
    remove(asked, (work) => removeUnit(work, asked.params.unit_id)),
  );

  routes.scoped(`GET ${base}/points`, async (asked) => {
    const rows = await read(asked, (tx) => pointsOf(tx, asked.params.property_id, asked.query));
    return pageOf(asked.request.url, asked.query, rows.length, slicePage(rows, asked.query));
  });
  routes.scoped(`POST ${base}/points`, (asked) => change(asked, (work) => addPoint(work, asked.body)));
  routes.scoped(`PATCH ${base}/points/{point_id}`, (asked) =>
    change(asked, (work) => labelPoint(work, asked.params.point_id, asked.body)),
  );
  routes.scoped(`DELETE ${base}/points/{point_id}`, (asked) =>
    remove(asked, (work) => removePoint(work, asked.params.point_id)),
  );

  routes.scoped(`GET ${base}/meters`, async (asked) => {
    const { count, rows } = await read(asked, (tx) => meterList(tx, asked.params.property_id, asked.query));
    return pageOf(asked.request.url, asked.query, count, rows);
  });
  routes.scoped(`POST ${base}/meters`, (asked) => change(asked, (work) => addMeter(work, asked.body)));
  routes.scoped(`PATCH ${base}/meters/{meter_id}`, (asked) =>
    change(asked, (work) => changeMeter(work, asked.params.meter_id, asked.body)),
  );
  routes.scoped(`DELETE ${base}/meters/{meter_id}`, (asked) =>
    remove(asked, (work) => removeMeter(work, asked.params.meter_id)),
  );
  routes.scoped(`PUT ${base}/meters/{meter_id}/place`, (asked) =>
    change(asked, (work) => placeMeter(work, asked.params.meter_id, asked.body.point_id)),
  );
  routes.scoped(`DELETE ${base}/meters/{meter_id}/place`, (asked) =>
    change(asked, (work) => unplaceMeter(work, asked.params.meter_id)),
  );
}
