import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Connections, Transactional } from "../database/connect.ts";
import { tryLock } from "../database/locks.ts";

/** Rows that are sealed in one transaction. */
const BATCH = 1000;

/** What a row of the audit log `l` holds, as a text of which every change shows. */
export const auditContent = sql`jsonb_build_array(l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  l.actor_id, l.actor, l.organization_id, l.property_id, l.action, l.object_type, l.object_id, l.before, l.after,
  l.request_id)::text`;

/** An instant of a seal as a text with all its digits; null stays null. */
export const recordedText = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Input of a row's hash. */
export interface Sealed {
  chain: number;
  position: number;
  recorded_at: string | null;
  content: string;
}

/** The hash before the first row of a chain. */
export const NO_HASH: Buffer = Buffer.alloc(32);

export function hashOf(previous: Buffer, { chain, position, recorded_at, content }: Sealed): Buffer {
  return createHash("sha256")
    .update(previous)
    .update(`${chain} ${position} ${recorded_at ?? ""} ${content}`)
    .digest();
}

const unsealed = z.array(
  z.object({ audit_id: z.number(), recorded_at: z.string().nullable(), chain: z.number(), content: z.string() }),
);
const heads = z.array(z.object({ chain: z.number(), position: z.number(), hash: z.instanceof(Buffer) }));

/**
 * Adds the rows of the audit log that are not in the hash chain of their organization yet; does nothing where another
 * server is doing so. Writers of the log do not wait for it, nor for one another.
 * @param isOver whether to end before the next thousand
 */
export async function sealAuditLog({ accounts }: Connections, isOver = () => false): Promise<void> {
  while (!isOver() && (await accounts.transaction().execute(sealSome)) === BATCH);
}

/** @returns how many rows it added */
async function sealSome(tx: Transactional): Promise<number> {
  if (!(await tryLock(tx, "auditChain"))) return 0;
  // One whose row is gone is sealed as what it is, so that verification reports it.
  const found = await sql`
    with taken as (
      delete from audit_unsealed where audit_id = any (array(
        select audit_id from audit_unsealed order by audit_id limit ${BATCH}))
      returning audit_id, recorded_at)
    select t.audit_id, ${recordedText("t.recorded_at")} as recorded_at, coalesce(l.organization_id, 0) as chain,
      case when l.id is null then '' else ${auditContent} end as content
    from taken t left join audit_log l on l.id = t.audit_id
    where (select s.audit_id from audit_seals s where s.audit_id = t.audit_id) is null order by t.audit_id`.execute(tx);
  const rows = unsealed.parse(found.rows);
  if (rows.length === 0) return 0;
  const last = await headsOf(tx, [...new Set(rows.map(({ chain }) => chain))]);
  const seals = rows.map(({ audit_id, ...row }) => {
    const head = last.get(row.chain) ?? { position: 0, hash: NO_HASH };
    const position = head.position + 1;
    const hash = hashOf(head.hash, { ...row, position });
    last.set(row.chain, { position, hash });
    return { chain: row.chain, position, audit_id, recorded_at: row.recorded_at, hash: hash.toString("hex") };
  });
  await sql`
    insert into audit_seals (chain, position, audit_id, recorded_at, hash)
    select chain, position, audit_id, recorded_at, decode(hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb)
      as s (chain bigint, position bigint, audit_id bigint, recorded_at timestamptz, hash text)`.execute(tx);
  return rows.length;
}

async function headsOf(tx: Transactional, chains: number[]): Promise<Map<number, { position: number; hash: Buffer }>> {
  const { rows } = await sql`
    select c.chain, s.position, s.hash from unnest(${chains}::bigint[]) as c (chain)
    cross join lateral (select position, hash from audit_seals where chain = c.chain order by position desc limit 1) s`.execute(
    tx,
  );
  return new Map(heads.parse(rows).map(({ chain, position, hash }) => [chain, { position, hash }]));
}
