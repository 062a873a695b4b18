import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import type { RequestScope } from "../query/request-scope.ts";
import type { Clock } from "../time/clock.ts";

/** The actor and the request. */
export interface Actor {
  /** null: nobody who is known, such as a failed sign-in, or a command. */
  userId: number | null;
  /** The e-mail; for a command its name and who ran it. */
  email: string;
  /** Identifies the line in the log; "" for a command. */
  requestId: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The logged action. Never contains passwords, tokens, links or bodies of requests. */
export interface AuditEntry {
  /** Such as `user.create`, `session.fail`, `rejected`. */
  action: string;
  /** Whose admins may read it; left out: the property's as it is now, if one is given; else, or null: staff alone. */
  organizationId?: number | null;
  propertyId?: number | null;
  objectType?: string;
  objectId?: string | number;
  /** The changed values before and after; null or left out: there were none, or they are not logged. */
  before?: object | null;
  after?: object | null;
}

/**
 * Logs an action in the audit log, within the transaction of the change: both are kept or neither. Works in a
 * transaction of the requests', the accounts' or the workers' role; none of them can change or delete entries.
 */
export async function audit(tx: Transactional, who: Actor, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit_log (at, actor_id, actor, organization_id, property_id, action, object_type, object_id, before, after,
      request_id)
    select ${new Date(who.at)}::timestamptz, ${who.userId}::bigint, ${who.email}::text, ${organizationOf(entry)},
      ${entry.propertyId ?? null}::bigint, ${entry.action}::text, ${entry.objectType ?? ""}::text,
      ${String(entry.objectId ?? "")}::text, ${json(entry.before)}::jsonb, ${json(entry.after)}::jsonb,
      ${who.requestId}::text`.execute(tx);
}

/** The signed-in person, the API key or the command that makes a request. */
export function actorOf(scope: RequestScope, request: { id: string }, clock: Clock): Actor {
  if (scope.isCommand === true) return { userId: null, email: scope.email, requestId: "", at: clock() };
  const userId = scope.apiKeyId === undefined ? scope.userId : null;
  return { userId, email: scope.email, requestId: request.id, at: clock() };
}

function organizationOf({ organizationId, propertyId }: AuditEntry) {
  if (organizationId !== undefined || propertyId === undefined || propertyId === null) {
    return sql`${organizationId ?? null}::bigint`;
  }
  return sql`(select organization_id from properties where id = ${propertyId})`;
}

function json(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
