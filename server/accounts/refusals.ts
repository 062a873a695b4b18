import type { Clock } from "../clock.ts";
import type { Connections } from "../database/connect.ts";
import { actorOf, audit } from "./audit.ts";
import type { RequestScope } from "./scope.ts";

/** A write that somebody was not allowed to make, or that could not be taken as it was. */
export interface Refusal {
  /** The call's name in the contract. */
  call: string;
  status: number;
  /** The problem's code. */
  code: string;
}

/**
 * Puts a refused write on record, in a transaction of its own: that of the write is rolled back by then. Neither body
 * nor address are kept, for they may hold what nobody else should read.
 */
export async function recordRefusal(
  { connections, clock }: { connections: Connections; clock: Clock },
  scope: RequestScope,
  request: { id: string },
  { call, status, code }: Refusal,
): Promise<void> {
  await connections.accounts.transaction().execute((tx) =>
    audit(tx, actorOf(scope, request, clock), {
      action: "refused",
      // Of the one who tried: the object may be somebody else's, or not exist.
      organizationId: scope.currentOrganizationId,
      objectType: "call",
      objectId: call,
      after: { status, code },
    }),
  );
}
