import type { IngestAnswer } from "../../../contract/readings/ingest.ts";
import type { Connections } from "../../database/connect.ts";
import { storableText } from "../../problem/kept-sentence.ts";
import type { Clock } from "../../time/clock.ts";
import type { Outcome, Reading, Rejection } from "../reading.ts";
import type { Target } from "../store/rejected.ts";
import { storeReadings } from "../store/store.ts";
import type { Gateway } from "../tokens/gateway-token.ts";
import { type NamedRequest, onceUnder } from "./idempotency-key.ts";
import { parseReading, type Row } from "./parse-readings.ts";
import { countTaken } from "./taken.ts";

/**
 * Stores what a gateway sent, over HTTP or MQTT, and returns an outcome per row. Once it returns, all is durable.
 * @param rows numbered from 1 on in this order
 * @param unread rejections of what never became a row; their numbers are beyond those of the rows
 * @param request the name under which its sender may send it again; null: it has none
 * @param form how the raw text of rejected rows is parsed again; left out: as JSON readings
 * @throws ProblemError `not_found` for an unknown property; errors of the database as they are, with nothing stored
 */
export async function takeBatch(
  connections: Connections,
  gateway: Gateway & Pick<Target, "isContact">,
  rows: readonly Row[],
  clock: Clock,
  unread: readonly Rejection[] = [],
  request: NamedRequest | null = null,
  form?: unknown,
): Promise<IngestAnswer> {
  const { propertyId, gatewayId, isContact = true } = gateway;
  const readings: Reading[] = [];
  const rejections: Rejection[] = [...unread];
  for (const [i, row] of rows.entries()) {
    const reading = parseReading(i + 1, row);
    if ("code" in reading) rejections.push(reading);
    else readings.push(reading);
  }
  const target = { propertyId, source: `gateway ${gatewayId}`, gatewayId, isContact, form };
  const answerOf = (outcomes: Outcome[]) => answer(rows.length + unread.length, outcomes, rejections);
  const once = request === null ? null : onceUnder(gateway, request, clock, answerOf);
  const stored = await storeReadings(connections, target, readings, clock, rejections, once?.around);
  return once?.earlier() ?? answerOf(stored);
}

/** So many rejected rows are explained each; beyond them rows that are shorter than any reading are not. */
const EXPLAINED = 100;
const SHORT_ROW = 20;

function answer(received: number, stored: Outcome[], rejections: Rejection[]): IngestAnswer {
  const rejected = rejections.map(({ row, raw, code, reason }, i): Outcome => {
    const isExplained = i < EXPLAINED || raw.length >= SHORT_ROW;
    return { row, status: "rejected", ...(isExplained ? { code, reason } : {}) };
  });
  const rows = [...stored, ...rejected].sort((a, b) => a.row - b.row);
  // Programs read them, in English; and they repeat what was sent, which must be storable under an idempotency key.
  const answered = rows.map(({ reason, ...row }) =>
    reason === undefined ? row : { ...row, reason: storableText(String(reason)) },
  );
  return { ...countTaken(rows, 0), received, rows: answered };
}
