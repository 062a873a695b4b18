import { heartbeat } from "../../contract/readings/heartbeat.ts";
import { type Connections, inScope } from "../database/connect.ts";
import { IdRow, queryRow } from "../database/query-rows.ts";
import { inTurn } from "../ingest/batch/ingest-queue.ts";
import { type Row, rowsOfJson, rowsOfLines } from "../ingest/batch/parse-readings.ts";
import { takeBatch } from "../ingest/batch/take-batch.ts";
import { takeHeartbeat } from "../ingest/batch/take-heartbeat.ts";
import { emitTaken, oneRejected } from "../ingest/batch/taken.ts";
import type { Rejection } from "../ingest/reading.ts";
import { keepRejected } from "../ingest/store/rejected.ts";
import type { Gateway } from "../ingest/tokens/gateway-token.ts";
import { ProblemError } from "../problem/problem.ts";
import { isTooDeep } from "../problem/too-deep.ts";
import { rejectUnstorable } from "../problem/unstorable-text.ts";
import { wrongValue } from "../problem/wrong-value.ts";
import type { Clock } from "../time/clock.ts";
import type { Topic } from "./topics.ts";

/** Payloads beyond this are rejected, as bodies over HTTP are. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** A message of a gateway. */
interface Message {
  kind: Topic["kind"];
  payload: Buffer;
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
  const text = payload
    .subarray(0, MOST_BYTES)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  try {
    if (payload.length > MOST_BYTES) throw new ProblemError("too_large", "A message may have at most 8 MiB. Split it.");
    if (kind === "readings") {
      const sender = { ...gateway, isContact: !isRetained };
      emitTaken("mqtt", await takeBatch(connections, sender, rowsIn(text), clock));
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

/** One JSON value, or several, a line each. @throws ProblemError when it is neither */
function rowsIn(text: string): Row[] {
  const body = jsonIn(text);
  if (body !== undefined) return rowsOfJson(isReading(body) ? [body] : body);
  const rows = rowsOfLines(text);
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
