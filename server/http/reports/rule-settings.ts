import { actorOf } from "../../audit/audit.ts";
import { changeDisplaySettings, displaySettings } from "../../costs/display-settings.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { lock } from "../../database/locks.ts";
import { signalChange } from "../../metering/signal.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";
import { findMeter } from "../../reporting/leak-details/find-meter.ts";
import { changeSettings } from "../../rule-settings/change-settings.ts";
import { expectContinuousUse, markTagAsManual } from "../../rule-settings/continuous-use.ts";
import { changedSettings, settingsWith } from "../../rule-settings/read-settings.ts";
import { settingKinds } from "../../rule-settings/setting-kinds.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

/** Serves the rule and display settings of organizations, and the tag of meters with expected continuous use. */
export function serveRuleSettings(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { app } = deps.connections;
  const calls = {
    leak: "/v1/organizations/{id}/leak-settings",
    metering: "/v1/organizations/{id}/metering-settings",
  } as const;
  for (const which of ["leak", "metering"] as const) {
    const kind = settingKinds[which];
    routes.scoped(`GET ${calls[which]}`, ({ scope, params, query }) =>
      inScope(app, scope, async (tx) => {
        checkOrganizationInScope(scope, params.id);
        const changed = await changedSettings(tx, params.id, kind);
        return { organization_id: params.id, settings: settingsWith(kind, changed, query.language) };
      }),
    );
    routes.scoped(`PUT ${calls[which]}`, async ({ scope, params, query, body, request }) => {
      checkOrganizationInScope(scope, params.id);
      // It marks every meter of the organization.
      const { changed, marked } = await inScope(
        app,
        scope,
        (tx) => changeSettings(tx, actorOf(scope, request, deps.clock), params.id, kind, body),
        "long",
      );
      for (const propertyId of marked) signalChange(propertyId);
      return { organization_id: params.id, settings: settingsWith(kind, changed, query.language) };
    });
  }
  routes.scoped("GET /v1/organizations/{id}/display-settings", ({ scope, params }) =>
    inScope(app, scope, (tx) => displaySettings(tx, params.id)),
  );
  routes.scoped("PUT /v1/organizations/{id}/display-settings", ({ scope, params, body, request }) =>
    inScope(app, scope, (tx) => changeDisplaySettings(tx, actorOf(scope, request, deps.clock), params.id, body)),
  );
  routes.scoped(
    "PUT /v1/properties/{property_id}/meters/{serial}/continuous-use",
    async ({ scope, params, body, request }) => {
      const { property_id } = params;
      const changed = await inScope(app, scope, async (tx) => {
        await lock(tx, "propertyFigures", property_id);
        const meter = await findMeter(scope, tx, params.serial, { property_id: [property_id] }, deps.clock);
        await markTagAsManual(tx, property_id, meter.meterId);
        return expectContinuousUse(tx, actorOf(scope, request, deps.clock), property_id, meter.meterId, body.expected);
      });
      if (changed) signalChange(property_id);
      return { property_id, meter_serial_number: params.serial, continuous_use_expected: body.expected };
    },
  );
}
