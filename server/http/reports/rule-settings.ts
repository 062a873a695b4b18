import { actorOf } from "../../audit/audit.ts";
import { changeDisplaySettings, displaySettings } from "../../costs/display-settings.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { lock } from "../../database/locks.ts";
import { backTest } from "../../leaks-api/back-test/back-test.ts";
import { signalChange } from "../../metering/signal.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";
import { propertyInScope } from "../../query/property-in-scope.ts";
import { findMeter } from "../../reporting/leak-details/find-meter.ts";
import { changePropertySettings, changeSettings } from "../../rule-settings/change-settings.ts";
import { expectContinuousUse, markTagAsManual } from "../../rule-settings/continuous-use.ts";
import { leakSettingsOfOrganization, leakSettingsOfProperty } from "../../rule-settings/leak-settings-answer.ts";
import { organizationChoice, settingsWith } from "../../rule-settings/read-settings.ts";
import { settingKinds } from "../../rule-settings/setting-kinds.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

/** Serves the rule and display settings of organizations, and the tag of meters with expected continuous use. */
export function serveRuleSettings(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { app } = deps.connections;
  const { leak, metering } = settingKinds;
  routes.scoped("GET /v1/organizations/{id}/leak-settings", ({ scope, params, query }) =>
    inScope(app, scope, (tx) => {
      checkOrganizationInScope(scope, params.id);
      return leakSettingsOfOrganization(scope, tx, params.id, query.language);
    }),
  );
  routes.scoped("PUT /v1/organizations/{id}/leak-settings", async ({ scope, params, query, body, request }) => {
    checkOrganizationInScope(scope, params.id);
    // It marks every meter of the organization.
    const { answer, marked } = await inScope(
      app,
      scope,
      async (tx) => {
        const change = await changeSettings(tx, actorOf(scope, request, deps.clock), params.id, leak, body);
        return { ...change, answer: await leakSettingsOfOrganization(scope, tx, params.id, query.language) };
      },
      "long",
    );
    for (const propertyId of marked) signalChange(propertyId);
    return answer;
  });
  const ofProperty = "/v1/properties/{property_id}/leak-settings";
  routes.scoped(`GET ${ofProperty}`, ({ scope, params, query }) =>
    inScope(app, scope, async (tx) => {
      const { id } = await propertyInScope(scope, tx, params.property_id);
      return leakSettingsOfProperty(tx, id, query.language);
    }),
  );
  routes.scoped(`PUT ${ofProperty}`, async ({ scope, params, query, body, request }) => {
    const { answer, isChanged } = await inScope(app, scope, async (tx) => {
      const { id } = await propertyInScope(scope, tx, params.property_id);
      const isChanged = await changePropertySettings(tx, actorOf(scope, request, deps.clock), id, body);
      return { isChanged, answer: await leakSettingsOfProperty(tx, id, query.language) };
    });
    if (isChanged) signalChange(params.property_id);
    return answer;
  });
  routes.scoped(`POST ${ofProperty}/back-test`, ({ scope, params, body, reply }) => {
    const caller = { isGone: false };
    reply.raw.once("close", () => {
      caller.isGone = true;
    });
    return backTest({ app, clock: deps.clock }, scope, params.property_id, body, () => caller.isGone);
  });
  routes.scoped("GET /v1/organizations/{id}/metering-settings", ({ scope, params, query }) =>
    inScope(app, scope, async (tx) => {
      checkOrganizationInScope(scope, params.id);
      const choice = await organizationChoice(tx, params.id, metering);
      return { organization_id: params.id, settings: settingsWith(metering, choice, query.language) };
    }),
  );
  routes.scoped("PUT /v1/organizations/{id}/metering-settings", async ({ scope, params, query, body, request }) => {
    checkOrganizationInScope(scope, params.id);
    const { choice, marked } = await inScope(
      app,
      scope,
      (tx) => changeSettings(tx, actorOf(scope, request, deps.clock), params.id, metering, body),
      "long",
    );
    for (const propertyId of marked) signalChange(propertyId);
    return { organization_id: params.id, settings: settingsWith(metering, choice, query.language) };
  });
  routes.scoped("GET /v1/organizations/{id}/display-settings", ({ scope, params }) =>
    inScope(app, scope, (tx) => {
      checkOrganizationInScope(scope, params.id);
      return displaySettings(tx, params.id);
    }),
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
