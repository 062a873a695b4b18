import { linkAddress } from "../../accounts/mails/account-mails.ts";
import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { assignVendor } from "../../leaks-api/cases/assign-vendor.ts";
import { readVendorLink, reportByLink } from "../../leaks-api/cases/vendor-link.ts";
import { signalRefreshed } from "../../metering/signal.ts";
import type { Clock } from "../../time/clock.ts";
import type { Outgoing } from "../notifications/webhooks.ts";
import type { Routes } from "../route/route.ts";

/** Serves the links by which vendors without an account see one case and report about it. */
export function serveVendorLinks(
  routes: Routes,
  deps: { connections: Connections; clock: Clock; baseUrl: string; outgoing: Pick<Outgoing, "sessionSecret"> },
): void {
  const { connections, clock, baseUrl, outgoing } = deps;
  routes.scoped("POST /v1/cases/{id}/vendor-links", async ({ scope, params, body, request }) => {
    const who = actorOf(scope, request, clock);
    const vendor = { id: params.id, ...body };
    const key = request.headers["idempotency-key"];
    const { accounts } = connections;
    const making = { accounts, sessionSecret: await outgoing.sessionSecret() };
    const { whole, token } = await inScope(connections.app, scope, (tx) =>
      assignVendor(making, scope, tx, who, vendor, key, clock),
    );
    signalRefreshed(whole.property_id);
    return { ...whole, vendor_link: linkAddress(baseUrl, "vendor", token) };
  });
  routes.open("POST /v1/vendor-link", ({ body }) => readVendorLink(connections, body.token, clock));
  routes.open("POST /v1/vendor-link/report", async ({ body, request }) => {
    const { token, ...report } = body;
    const sent = {
      event: report,
      key: request.headers["idempotency-key"],
      requestId: request.id,
    };
    const { propertyId, view } = await reportByLink(connections, token, sent, clock);
    signalRefreshed(propertyId);
    return view;
  });
}
