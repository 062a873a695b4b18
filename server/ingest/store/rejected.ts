import { sql } from "kysely";
import { type Connections, inScope, type Transactional } from "../../database/connect.ts";
import { toKeptJson } from "../../problem/kept-sentence.ts";
import type { Rejection } from "../reading.ts";

/** Where readings are stored, and where they came from. */
export interface Target {
  propertyId: number;
  /** The file's name, or another source; for what a gateway sent its serial number replaces it. */
  source: string;
  /** The gateway that sent it, whose last-seen time this updates. */
  gatewayId?: number;
  /** Whether the gateway sent it just now; left out: it did. */
  isContact?: boolean;
  /** How the raw text of its rows is read: the layout of the file that they are lines of; absent: JSON readings. */
  form?: unknown;
  /** Whether a person accepted the volumes: then none is too much. */
  accepted?: boolean;
}

/**
 * Keeps rejected rows with their raw text and reason. The same row rejected again for the same reason is kept once; as
 * long as it is open, with the latest file, line and format: a file read wrongly is imported again with other options, or
 * corrected under another name. Retries of gateways change nothing.
 */
export async function keepRejectedIn(tx: Transactional, target: Target, rows: Rejection[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into rejected_readings (property_id, source, source_row, raw, code, reason, reason_text, gateway_id, form)
    select distinct on (v.code, md5(v.raw)) ${target.propertyId}::bigint,
      coalesce((select serial_number from gateways where property_id = ${target.propertyId} and id = ${target.gatewayId ?? null}), ${target.source}),
      v.source_row, v.raw, v.code, v.reason, v.reason_text,
      ${target.gatewayId ?? null}::bigint, ${target.form === undefined ? null : JSON.stringify(target.form)}::jsonb
    from unnest(${rows.map((row) => row.row)}::int[], ${rows.map((row) => storable(row.raw))}::text[],
      ${rows.map((row) => row.code)}::text[], ${rows.map(({ reason }) => storable(String(reason)))}::text[],
      ${rows.map(({ reason }) => toKeptJson(reason))}::jsonb[])
      as v (source_row, raw, code, reason, reason_text)
    order by v.code, md5(v.raw), v.source_row
    on conflict (property_id, code, md5(raw), md5(coalesce(form #>> '{format,serial}', ''))) do update
      set source = excluded.source, source_row = excluded.source_row, reason = excluded.reason,
        reason_text = excluded.reason_text, form = excluded.form
      where rejected_readings.state = 'open' and (rejected_readings.form is distinct from excluded.form
        or excluded.form is not null and excluded.gateway_id is null
          and (rejected_readings.source, rejected_readings.source_row)
            is distinct from (excluded.source, excluded.source_row))`.execute(tx);
}

/** The same in its own transaction, for rows that could not even be parsed. */
export async function keepRejected(connections: Connections, target: Target, rows: Rejection[]): Promise<void> {
  const scope = { organizationIds: [], propertyIds: [target.propertyId] };
  await inScope(connections.app, scope, (tx) => keepRejectedIn(tx, target, rows));
}

/** Postgres text holds no NUL; and a row of megabytes is truncated, its beginning is enough. */
function storable(text: string): string {
  return text.replaceAll("\0", "\u2400").slice(0, 10_000);
}
