import { heartbeat } from "../../contract/readings/heartbeat.ts";
import { type Connections, inScope } from "../database/connect.ts";
import { IdRow, queryRow } from "../database/query-rows.ts";
import { inTurn } from "../ingest/batch/ingest-queue.ts";
import { MOST_ROWS, type Row, rowsOfJson, rowsOfLines } from "../ingest/batch/parse-readings.ts";
import { takeBatch } from "../ingest/batch/take-batch.ts";
import { takeHeartbeat } from "../ingest/batch/take-heartbeat.ts";
import { countTaken, emitTaken, oneRejected } from "../ingest/batch/taken.ts";
import type { Rejection } from "../ingest/reading.ts";
import { keepRejected, type Target } from "../ingest/store/rejected.ts";
import type { Gateway } from "../ingest/tokens/gateway-token.ts";
import { ProblemError } from "../problem/problem.ts";
import { isTooDeep } from "../problem/too-deep.ts";
import { rejectUnstorable } from "../problem/unstorable-text.ts";
import { wrongValue } from "../problem/wrong-value.ts";
import type { Clock } from "../time/clock.ts";
import type { Topic } from "./topics.ts";

/** Payloads beyond this are rejected, as bodies over HTTP are. */
export const MOST_BYTES = 8 * 1024 * 1024;
/** More readings than any such payload holds. */
const MOST_READINGS = 160_000;

/** The contents of a message. */
export interface Content {
  kind: Topic["kind"];
  payload: Buffer;
}

/** A message of a gateway. */
interface Message extends Content {
  /** Whether a broker kept it for new subscribers: then its arrival is no contact of the gateway. */
  isRetained: boolean;
}

/** The outcome of a message; all of them are durable, so that it can be acknowledged. */
export type Taken = "stored" | "rejected" | "unknown";

/** The gateway that a topic names; null for none. */
export async function gatewayNamed(connections: Connections, topic: Topic): Promise<Gateway | null> {
  const { propertyId, gateway } = topic;
  const scope = { organizationIds: [], propertyIds: [propertyId] };
  return inScope(connections.app, scope, async (tx) => {
    const row = await queryRow(tx, IdRow)`
      select id from gateways where property_id = ${propertyId} and serial_number = ${gateway}`;
    return row === undefined ? null : { propertyId, gatewayId: row.id };
  });
}

/**
 * Stores one message of a gateway: readings as a body over HTTP holds them (array, object, or a reading a line), or a
 * heartbeat. It returns after the commit. A payload that is neither is kept as one rejected row, as a retry would fail
 * again.
 * @param say receives a message on what was rejected beyond rows
 * @throws errors of the database as they are, with nothing stored: the message must not be acknowledged
 */
export function takeMessage(
  connections: Connections,
  gateway: Gateway,
  message: Message,
  clock: Clock,
  say: (what: string) => void,
): Promise<Taken> {
  return inTurn(gateway, () => take(connections, gateway, message, clock, say));
}

async function take(
  connections: Connections,
  gateway: Gateway,
  { kind, payload, isRetained }: Message,
  clock: Clock,
  say: (what: string) => void,
): Promise<Taken> {
  const text = textOf(payload);
  try {
    if (payload.length > MOST_BYTES) throw new ProblemError("too_large", "A message may have at most 8 MiB. Split it.");
    if (kind === "readings") {
      const sender = { ...gateway, isContact: !isRetained };
      for (const rows of batchesOf(rowsIn(text))) emitTaken("mqtt", await takeBatch(connections, sender, rows, clock));
    } else {
      const beat = heartbeatIn(text);
      // It would be dated by its arrival.
      if (isRetained && beat.sent_at === undefined) return "unknown";
      const { rejected } = await takeHeartbeat(connections, gateway, beat, clock);
      for (const { device, serial, reason } of rejected) say(`Heartbeat: ${device} ${serial} was rejected. ${reason}`);
    }
    return "stored";
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.code === "not_found") return "unknown";
    const target = { ...gateway, source: `gateway ${gateway.gatewayId}` };
    const rejection: Rejection = {
      row: 1,
      raw: text,
      code: error.code,
      reason: `The message was rejected: ${error.message}`,
    };
    await keepRejected(connections, target, [rejection]);
    emitTaken("mqtt", oneRejected);
    return "rejected";
  }
}

/**
 * Keeps what cannot be stored as rejected rows: each reading, so that it can be processed again by itself, or the
 * whole text of what holds none.
 */
export async function keepMessage(
  connections: Connections,
  target: Target,
  content: Content,
  why: Pick<Rejection, "code" | "reason">,
): Promise<void> {
  for (const rows of batchesOf(rawRowsOf(content))) {
    const rejections = rows.map(({ raw }, i) => ({ row: i + 1, raw, ...why }));
    await keepRejected(connections, target, rejections);
    emitTaken("mqtt", countTaken([], rows.length));
  }
}

function rawRowsOf({ kind, payload }: Content): Pick<Row, "raw">[] {
  const text = textOf(payload);
  try {
    if (kind === "readings" && payload.length <= MOST_BYTES) return rowsIn(text);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
  return [{ raw: text }];
}

function textOf(payload: Buffer): string {
  return payload
    .subarray(0, MOST_BYTES)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
}

/** Parts of as many rows as are stored together; one, if there is no row. */
function batchesOf<T>(rows: T[]): T[][] {
  const batches = [rows.slice(0, MOST_ROWS)];
  for (let from = MOST_ROWS; from < rows.length; from += MOST_ROWS) batches.push(rows.slice(from, from + MOST_ROWS));
  return batches;
}

/** One JSON value, or several, a line each. @throws ProblemError when it is neither */
function rowsIn(text: string): Row[] {
  const body = jsonIn(text);
  if (body !== undefined) return rowsOfJson(isReading(body) ? [body] : body, MOST_READINGS);
  const rows = rowsOfLines(text, MOST_READINGS);
  if (rows.every((row) => row.value === undefined)) {
    throw new ProblemError("invalid_json", "it is not JSON. Send an array of readings, or a reading a line.");
  }
  return rows;
}

function isReading(body: unknown): boolean {
  return typeof body === "object" && body !== null && "serial" in body;
}

function heartbeatIn(text: string) {
  const value = jsonIn(text);
  if (value === undefined) throw new ProblemError("invalid_json", "it is not JSON. Send a heartbeat, such as {}.");
  const read = heartbeat.safeParse(value, { error: wrongValue(value, "A heartbeat") });
  if (read.success) {
    rejectUnstorable(read.data, "invalid_fields");
    return read.data;
  }
  throw new ProblemError("invalid_fields", read.error.issues[0]?.message ?? "it is not a heartbeat.");
}

function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
