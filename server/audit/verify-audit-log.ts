import { sql } from "kysely";
import { z } from "zod";
import type { Connections, Transactional } from "../database/connect.ts";
import { auditContent, hashOf, NO_HASH, recordedText } from "./audit-chain.ts";

/** Batch size. */
const BATCH = 5000;
/** Longer than any request or import between its beginning and its row, and than clocks of servers differ. */
const MAX_LATE_MS = 24 * 3_600_000;

/** What the verification found of the rows of one organization. */
export interface ChainReport {
  /** The organization; null: rows of none. */
  organizationId: number | null;
  rows: number;
  /** Instants of the first and the last row of the chain. */
  from: string | null;
  until: string | null;
  /** Hash of the last row, in hexadecimal. */
  head: string;
  /** Rows that are not in the chain yet: sealed by the next server within seconds. */
  waiting: number;
  /** The first defect found; null: none. */
  broken: string | null;
}

/** A head of a chain that was stored elsewhere. */
export interface KeptHead {
  organizationId: number | null;
  rows: number;
  head: string;
}

const link = z.object({
  chain: z.number(),
  position: z.number(),
  audit_id: z.number(),
  recorded_at: z.string().nullable(),
  hash: z.instanceof(Buffer),
  at: z.string().nullable(),
  content: z.string().nullable(),
});
const unsealed = z.array(z.object({ chain: z.number(), waiting: z.number(), first_unknown: z.number().nullable() }));

interface State extends ChainReport {
  hash: Buffer;
  /** When the last row was inserted; null: before there was a chain. */
  recordedAt: string | null;
}

/**
 * Recalculates the hash chains of the audit log and compares them with what was sealed.
 * @param kept heads printed earlier, which must still be in their chains
 */
export function verifyAuditLog({ accounts }: Connections, kept: readonly KeptHead[] = []): Promise<ChainReport[]> {
  return accounts
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      const chains = new Map<number, State>();
      const stateOf = (chain: number) => {
        const known = chains.get(chain);
        if (known !== undefined) return known;
        const state = newState(chain);
        chains.set(chain, state);
        return state;
      };
      for await (const found of links(tx)) {
        const state = stateOf(found.chain);
        state.broken ??= brokenAt(state, found);
        Object.assign(state, next(state, found));
        for (const { organizationId, rows, head } of kept) {
          if ((organizationId ?? 0) !== found.chain || rows !== found.position || state.head === head) continue;
          state.broken ??= `Row ${found.position} of the chain is not the head that was kept: the chain was rewritten.`;
        }
      }
      for (const { chain, waiting, first_unknown } of await unsealedRows(tx)) {
        const state = stateOf(chain);
        state.waiting = waiting;
        if (first_unknown !== null) {
          state.broken ??= `Row ${first_unknown} was inserted past the chain: it was never sealed.`;
        }
      }
      for (const { organizationId, rows } of kept) {
        const state = stateOf(organizationId ?? 0);
        if (state.rows < rows) {
          state.broken ??= `The chain ends after row ${state.rows}; the head that was kept is row ${rows}: its end was cut off.`;
        }
      }
      return [...chains.entries()]
        .toSorted(([a], [b]) => a - b)
        .map(([, { hash: _hash, recordedAt: _at, ...report }]) => report);
    });
}

function newState(chain: number): State {
  return {
    organizationId: chain === 0 ? null : chain,
    rows: 0,
    from: null,
    until: null,
    head: NO_HASH.toString("hex"),
    waiting: 0,
    broken: null,
    hash: NO_HASH,
    recordedAt: null,
  };
}

function next(state: State, { position, at, hash, recorded_at }: z.infer<typeof link>): Partial<State> {
  return {
    rows: position,
    from: state.from ?? at,
    until: at ?? state.until,
    head: hash.toString("hex"),
    hash,
    recordedAt: recorded_at,
  };
}

function brokenAt(state: State, found: z.infer<typeof link>): string | null {
  const { chain, position, audit_id, recorded_at, at, content, hash } = found;
  if (position !== state.rows + 1) return `Rows ${state.rows + 1} to ${position - 1} of the chain are missing.`;
  if (at === null || content === null) return `Row ${audit_id} was deleted.`;
  if (!hashOf(state.hash, { chain, position, recorded_at, content }).equals(hash)) {
    return `Row ${audit_id} of ${at} was changed, or its seal was.`;
  }
  if (recorded_at !== null && Math.abs(Date.parse(recorded_at) - Date.parse(at)) > MAX_LATE_MS) {
    return `Row ${audit_id} says ${at}, but was inserted at ${recorded_at}.`;
  }
  if (
    recorded_at === null
      ? state.recordedAt !== null
      : Date.parse(recorded_at) < Date.parse(state.recordedAt ?? recorded_at) - MAX_LATE_MS
  ) {
    return `Row ${audit_id} was sealed after later ones.`;
  }
  return null;
}

async function* links(tx: Transactional): AsyncGenerator<z.infer<typeof link>> {
  let last = { chain: -1, position: 0 };
  for (;;) {
    const found = await sql`
      select s.chain, s.position, s.audit_id, ${recordedText("s.recorded_at")} as recorded_at, s.hash,
        ${recordedText("l.at")} as at, case when l.id is not null then ${auditContent} end as content
      from audit_seals s left join audit_log l on l.id = s.audit_id
      where (s.chain, s.position) > (${last.chain}, ${last.position}) order by s.chain, s.position limit ${BATCH}`.execute(
      tx,
    );
    const rows = z.array(link).parse(found.rows);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return;
    last = end;
  }
}

async function unsealedRows(tx: Transactional): Promise<z.infer<typeof unsealed>> {
  const { rows } = await sql`
    select coalesce(l.organization_id, 0) as chain, count(q.audit_id) as waiting,
      min(l.id) filter (where q.audit_id is null) as first_unknown
    from audit_log l left join audit_unsealed q on q.audit_id = l.id
    where not exists (select from audit_seals s where s.audit_id = l.id) group by 1 order by 1`.execute(tx);
  return unsealed.parse(rows);
}
