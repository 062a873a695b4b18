import { sql } from "kysely";
import { z } from "zod";
import type { Connections, Transactional } from "../database/connect.ts";
import { type Actor, audit } from "./audit.ts";

/** A write that was not permitted or not valid. */
export interface Rejection {
  /** The call's name in the contract. */
  call: string;
  status: number;
  /** The problem's code. */
  code: string;
  /** Of the one who tried: the object may be somebody else's, or not exist. null: none. */
  organizationId: number | null;
}

const MINUTE_MS = 60_000;
/** Counts that become rows in one transaction. */
const BATCH = 1000;

const counted = z.tuple([z.object({ count: z.number() })]);

/**
 * Logs a rejected write, in a transaction of its own: that of the write has been rolled back by then. Neither body nor
 * address is kept, because they may contain what nobody else should read. Of several alike within a minute the first is
 * logged at once and the others are counted, so that nobody can fill the log, of which nothing can be deleted.
 */
export async function recordRejection(
  connections: Connections,
  who: Actor,
  { call, status, code, organizationId }: Rejection,
): Promise<void> {
  const entry = { action: "rejected", organizationId, objectType: "call", objectId: call, after: { status, code } };
  await connections.accounts.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into rejected_write_counts as c (actor_id, actor, organization_id, call, status, code, minute, count)
      values (${who.userId}, ${who.email}, ${organizationId}, ${call}, ${status}, ${code}, ${minuteOf(who.at)}, 1)
      on conflict (actor_id, actor, organization_id, call, status, code, minute) do update set count = c.count + 1
      returning count`.execute(tx);
    const [{ count }] = counted.parse(rows);
    if (count === 1) await audit(tx, who, entry);
  });
}

const ended = z.array(
  z.object({
    actor_id: z.number().nullable(),
    actor: z.string(),
    organization_id: z.number().nullable(),
    call: z.string(),
    status: z.number(),
    code: z.string(),
    minute: z.date(),
    count: z.number(),
  }),
);

/**
 * Logs how often rejected writes were repeated in minutes that are over: one row per kind. Any server does it, also for
 * one that has stopped.
 */
export async function logRepeatedRejections({ accounts }: Connections, now: number): Promise<void> {
  while ((await accounts.transaction().execute((tx) => logSome(tx, now))) === BATCH);
}

async function logSome(tx: Transactional, now: number): Promise<number> {
  const { rows } = await sql`
    delete from rejected_write_counts where ctid = any (array(
      select ctid from rejected_write_counts where minute < ${minuteOf(now)} limit ${BATCH} for update skip locked))
    returning *`.execute(tx);
  for (const { actor_id, actor, organization_id, call, status, code, minute, count } of ended.parse(rows)) {
    if (count === 1) continue;
    const after = { status, code, repeated: count - 1, minute: minute.toISOString() };
    const who = { userId: actor_id, email: actor, requestId: "", at: now };
    await audit(tx, who, {
      action: "rejected",
      organizationId: organization_id,
      objectType: "call",
      objectId: call,
      after,
    });
  }
  return rows.length;
}

function minuteOf(at: number): Date {
  return new Date(at - (at % MINUTE_MS));
}
