import type { Connections } from "../database/connect.ts";
import { type Actor, audit } from "./audit.ts";

/** A write that somebody was not allowed to make, or that could not be taken as it was. */
export interface Refusal {
  /** The call's name in the contract. */
  call: string;
  status: number;
  /** The problem's code. */
  code: string;
  /** Of the one who tried: the object may be somebody else's, or not exist. null: none. */
  organizationId: number | null;
}

/**
 * Puts a refused write on record, in a transaction of its own: that of the write is rolled back by then. Neither body
 * nor address are kept, for they may hold what nobody else should read.
 */
export async function recordRefusal(
  connections: Connections,
  who: Actor,
  { call, status, code, organizationId }: Refusal,
): Promise<void> {
  const entry = { action: "refused", organizationId, objectType: "call", objectId: call, after: { status, code } };
  await connections.accounts.transaction().execute((tx) => audit(tx, who, entry));
}
