import { randomUUID } from "node:crypto";
import type { WholeCase } from "../../../contract/leaks/cases.ts";
import type { VendorContact } from "../../../contract/leaks/vendor-links.ts";
import { hashToken } from "../../accounts/tokens/secret-token.ts";
import type { Actor } from "../../audit/audit.ts";
import type { Connections, Scope, Transactional } from "../../database/connect.ts";
import { namedRequest } from "../../ingest/batch/idempotency-key.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { Clock } from "../../time/clock.ts";
import { DAY_MS } from "../../time/durations.ts";
import { addCaseEvent } from "./add-event.ts";
import { bySender } from "./store-event.ts";
import { vendorToken } from "./vendor-token.ts";

interface NewVendor extends VendorContact {
  /** Id of the case. */
  id: number;
  note: string;
}

/**
 * Assigns a case to a vendor who has no account, by a link that shows it and takes one report, and that is mailed to them.
 * @param key the request's Idempotency-Key header: sent again it assigns once, and the token is the same
 * @returns the case as it is then, and the token of the link, of which only a hash is stored
 * @throws ProblemError not_found for a case that is unknown or out of scope; conflict once it is over; idempotency_key_reused
 */
export async function assignVendor(
  deps: Pick<Connections, "accounts"> & { sessionSecret: string },
  scope: Scope,
  tx: Transactional,
  who: Actor,
  vendor: NewVendor,
  key: string | string[] | undefined,
  clock: Clock,
): Promise<{ whole: WholeCase; token: string }> {
  const { id, name, email, days, language, note } = vendor;
  const named = bySender(who, namedRequest(key ?? randomUUID(), vendor));
  const token = vendorToken(named, deps.sessionSecret);
  const expiresAt = new Date(who.at + days * DAY_MS);
  const link = { vendor: name, tokenHash: hashToken(token), expiresAt, language };
  const event = { kind: "assigned", assignee: email, note } as const;
  const whole = await addCaseEvent(deps, scope, tx, who, { id, event, named, link }, clock);
  if (whole.over_at !== null) {
    throw new ProblemError("conflict", text`This leak is over, so there is nothing for a vendor to report.`);
  }
  return { whole, token };
}
