import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { assignProperties } from "../../inventory/assign-properties.ts";
import { archiveProperty, changeProperty } from "../../inventory/change-property.ts";
import { makeDefault } from "../../inventory/make-default.ts";
import { makeProperty } from "../../inventory/make-property.ts";
import { managedScope, rejectUnseen } from "../../inventory/managed-scope.ts";
import { organizationList } from "../../inventory/organization-list.ts";
import { propertyList, readProperty } from "../../inventory/property-list.ts";
import { organizationProperties, propertyUnits } from "../../inventory/property-units.ts";
import { makeOrganization, renameOrganization } from "../../inventory/save-organization.ts";
import { signalChange } from "../../metering/signal.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";
import { pageOf } from "../../query/page.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

const base = "/v1/admin/staff/inventory/organizations";

/** Serves organizations and properties to those who manage them, and the lists of them that forms offer. */
export function serveInventory(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  serveOrganizations(routes, deps);
  serveDefault(routes, deps);
  serveProperties(routes, deps);
  serveChoices(routes, deps.connections);
}

function serveOrganizations(routes: Routes, { connections, clock }: { connections: Connections; clock: Clock }) {
  routes.scoped(`GET ${base}`, async ({ scope, query, request }) => {
    const managed = await managedScope(connections, scope);
    const { count, rows } = await inScope(connections.app, managed, (tx) => organizationList(managed, tx, query));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`POST ${base}`, ({ scope, body, request }) =>
    connections.worker.transaction().execute((tx) => makeOrganization(tx, actorOf(scope, request, clock), body.name)),
  );
  routes.scoped(`PATCH ${base}/{organization_id}`, async ({ scope, params, body, request }) => {
    const managed = await managedScope(connections, scope);
    const { name, expected_name: expected = null } = body;
    return inScope(connections.app, managed, (tx) =>
      renameOrganization(managed, tx, actorOf(scope, request, clock), params.organization_id, name, expected),
    );
  });
}

function serveDefault(routes: Routes, { connections, clock }: { connections: Connections; clock: Clock }) {
  routes.scoped(`POST ${base}/{organization_id}/default`, async ({ scope, params, request }) => {
    const managed = await managedScope(connections, scope);
    return connections.worker.transaction().execute(async (tx) => {
      await rejectUnseen(tx, managed, { organizationId: params.organization_id, propertyIds: [] });
      return makeDefault(managed, tx, actorOf(scope, request, clock), params.organization_id);
    });
  });
}

function serveProperties(routes: Routes, { connections, clock }: { connections: Connections; clock: Clock }) {
  routes.scoped(`GET ${base}/properties`, async ({ scope, query, request }) => {
    const managed = await managedScope(connections, scope);
    const { count, rows } = await inScope(connections.app, managed, (tx) => propertyList(managed, tx, query));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`GET ${base}/properties/unassigned`, async ({ scope, query, request }) => {
    const managed = await managedScope(connections, scope);
    const filters = { ...query, organization_id: null };
    const { count, rows } = await inScope(connections.app, managed, (tx) => propertyList(managed, tx, filters));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`POST ${base}/properties/bulk-assign`, async ({ scope, body, request }) => {
    const { organization_id, property_ids } = body;
    const managed = await managedScope(connections, scope);
    const moved = await connections.worker.transaction().execute(async (tx) => {
      await rejectUnseen(tx, managed, { organizationId: organization_id, propertyIds: property_ids });
      return assignProperties(scope, tx, actorOf(scope, request, clock), organization_id, property_ids);
    });
    for (const propertyId of moved) signalChange(propertyId);
    return { organization_id, property_ids: moved };
  });
  routes.scoped(`POST ${base}/properties`, ({ scope, body, request }) => {
    const { organization_id, ...details } = body;
    return connections.worker.transaction().execute(async (tx) => {
      await rejectUnseen(tx, scope, { organizationId: organization_id, propertyIds: [] });
      const actor = actorOf(scope, request, clock);
      return readProperty(tx, await makeProperty(scope, tx, actor, organization_id, details));
    });
  });
  routes.scoped(`PATCH ${base}/properties/{property_id}`, async ({ scope, params, body, request }) => {
    const managed = await managedScope(connections, scope);
    const row = await inScope(connections.app, managed, async (tx) => {
      await changeProperty(managed, tx, actorOf(scope, request, clock), params.property_id, body);
      return readProperty(tx, params.property_id);
    });
    signalChange(params.property_id);
    return row;
  });
  for (const [action, archived] of [
    ["archive", true],
    ["restore", false],
  ] as const) {
    routes.scoped(`POST ${base}/properties/{property_id}/${action}`, async ({ scope, params, request }) => {
      const managed = await managedScope(connections, scope);
      const row = await inScope(connections.app, managed, async (tx) => {
        await archiveProperty(managed, tx, actorOf(scope, request, clock), params.property_id, archived);
        return readProperty(tx, params.property_id);
      });
      signalChange(params.property_id);
      return row;
    });
  }
}

function serveChoices(routes: Routes, { app }: Connections) {
  routes.scoped(
    "GET /v1/admin/external/inventory/organizations/{organization_id}/properties",
    async ({ scope, params, query, request }) => {
      checkOrganizationInScope(scope, params.organization_id);
      const filters = { ...query, organization_id: [params.organization_id] };
      const { count, rows } = await inScope(app, scope, (tx) => propertyList(scope, tx, filters));
      return pageOf(request.url, query, count, rows);
    },
  );
  routes.scoped("GET /v1/inventory/properties/units", ({ scope, query }) =>
    inScope(app, scope, (tx) => propertyUnits(scope, tx, query)),
  );
  routes.scoped("GET /v1/organizations/{organization_id}/properties", ({ scope, params }) =>
    inScope(app, scope, (tx) => organizationProperties(scope, tx, params.organization_id)),
  );
}
