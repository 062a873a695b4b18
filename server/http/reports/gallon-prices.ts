import { actorOf } from "../../audit/audit.ts";
import { changePrices } from "../../costs/change-prices.ts";
import { listOrganizationPrices, pricesOfOrganization } from "../../costs/organization-prices.ts";
import { setOrganizationPrice } from "../../costs/set-organization-price.ts";
import { setUnitPrices } from "../../costs/set-unit-prices.ts";
import { unitPrices } from "../../costs/unit-prices.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { pageOf } from "../../query/page.ts";
import { effectOfPrices } from "../../reporting/finances/effect-of-prices.ts";
import { rejectFuture } from "../../reporting/reject-params.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

const finances = "/v1/reporting/portfolio-insights/finances";

/** Serves prices per gallon: of units, and the default of an organization. */
export function serveGallonPrices(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  const { app } = connections;
  routes.scoped(`POST ${finances}/unit-gallon-price`, ({ scope, body, request }) =>
    changePrices(connections, scope, (tx) => setUnitPrices(scope, tx, actorOf(scope, request, clock), body.costs)),
  );
  routes.scoped(`GET ${finances}/unit-gallon-price`, async ({ scope, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => unitPrices(scope, tx, query));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`POST ${finances}/unit-gallon-price/effect`, ({ scope, body }) => {
    rejectFuture({ start_date: body.start_date, end_date: body.end_date }, clock());
    return inScope(app, scope, (tx) => effectOfPrices(scope, tx, body, clock), "long");
  });
  routes.scoped(`GET ${finances}/organization-gallon-price`, async ({ scope, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => listOrganizationPrices(scope, tx, query));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`POST ${finances}/organization-gallon-price`, ({ scope, body, request }) => {
    const { organization_id = scope.currentOrganizationId, ...input } = body;
    if (organization_id === null) throw wrongField("organization_id", text`Choose an organization.`);
    if (!scope.organizationIds.includes(organization_id)) throw noSuchOrganization();
    return changePrices(connections, scope, async (tx) => {
      await setOrganizationPrice(tx, actorOf(scope, request, clock), organization_id, input);
      return pricesOfOrganization(tx, organization_id);
    });
  });
}

function noSuchOrganization(): ProblemError {
  const sentence = text`There is no such organization.`;
  return new ProblemError("not_found", sentence, { organization_id: [sentence] });
}
