import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { reEncodeLogo } from "../../leaks-api/photos/re-encode.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";
import { changeLetterhead, readLetterhead } from "../../report-files/letterhead.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

/** Serves name and logo of the manager that the owner's report shows. */
export function serveLetterhead(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  const { app } = connections;
  routes.scoped("GET /v1/organizations/{id}/letterhead", ({ scope, params }) =>
    inScope(app, scope, (tx) => {
      checkOrganizationInScope(scope, params.id);
      return readLetterhead(tx, params.id);
    }),
  );
  routes.scoped("PUT /v1/organizations/{id}/letterhead", async ({ scope, params, body, request, again }) => {
    checkOrganizationInScope(scope, params.id);
    const { name, logo: sent } = body;
    // Not within a transaction: logos of others may be before this one.
    const logo = typeof sent === "string" ? await reEncodeLogo(Buffer.from(sent, "base64"), scope.userId) : sent;
    const current = await again();
    checkOrganizationInScope(current, params.id);
    return inScope(app, current, (tx) =>
      changeLetterhead(tx, actorOf(current, request, clock), params.id, { name, logo }),
    );
  });
}
