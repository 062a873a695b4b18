import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { type IngestAnswer, ingestAnswer } from "../../../contract/readings/ingest.ts";
import type { Connections, Transactional } from "../../database/connect.ts";
import { tryLock } from "../../database/locks.ts";
import { queryRow } from "../../database/query-rows.ts";
import { ProblemError } from "../../problem/problem.ts";
import type { Clock } from "../../time/clock.ts";
import type { Outcome } from "../reading.ts";
import type { Around } from "../store/store.ts";
import type { Gateway } from "../tokens/gateway-token.ts";

const KnownKey = z.object({ body_hash: z.instanceof(Buffer), answer: z.unknown() });

/** A request with an idempotency key, so that a retry gets the response of the first. */
export interface NamedRequest {
  key: string;
  bodyHash: Buffer;
}

/** How long a response is kept under its key. */
const KEPT_MS = 24 * 3_600_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The request under the key of an Idempotency-Key header; null without one.
 * @throws ProblemError `invalid_request` for a key that is empty, longer than 255 characters or not plain ASCII
 */
export function namedRequest(header: string | string[], body: unknown): NamedRequest;
export function namedRequest(header: string | string[] | undefined, body: unknown): NamedRequest | null;
export function namedRequest(header: string | string[] | undefined, body: unknown): NamedRequest | null {
  if (header === undefined) return null;
  if (typeof header !== "string" || !KEY.test(header)) {
    const sentence = "Send one Idempotency-Key of 1 to 255 plain characters without blanks, such as a UUID.";
    throw new ProblemError("invalid_request", sentence, { "Idempotency-Key": [sentence] });
  }
  const hash = createHash("sha256");
  // Lines stay text, so a text and a JSON body never look alike.
  hash.update(typeof body === "string" ? `lines ${body}` : `json ${JSON.stringify(body)}`);
  return { key: header, bodyHash: hash.digest() };
}

/**
 * The hook for the transaction of a batch that has a key: it looks up an earlier response, and stores this one. A
 * request that is killed leaves neither readings nor key.
 * @returns the hook, and after it the earlier response; null: there was none, the batch was stored
 * @throws ProblemError from the hook: `in_flight` while the same key is being processed, `idempotency_key_reused` for
 *   another body
 */
export function onceUnder(
  { propertyId, gatewayId }: Gateway,
  request: NamedRequest,
  clock: Clock,
  answerOf: (outcomes: Outcome[]) => IngestAnswer,
): { around: Around; earlier: () => IngestAnswer | null } {
  const { key, bodyHash } = request;
  let earlier: IngestAnswer | null = null;
  const around: Around = async (tx, storing) => {
    await lockKey(tx, `${propertyId} ${gatewayId} ${key}`);
    const row = await queryRow(tx, KnownKey)`
      select body_hash, answer from idempotency_keys
      where property_id = ${propertyId} and gateway_id = ${gatewayId} and key = ${key}
        and made_at > ${new Date(clock() - KEPT_MS).toISOString()}::timestamptz`;
    if (row !== undefined && !row.body_hash.equals(bodyHash)) {
      throw new ProblemError(
        "idempotency_key_reused",
        "This Idempotency-Key was sent with another body before. Use a new key for every batch.",
      );
    }
    earlier = row === undefined ? null : ingestAnswer.parse(row.answer);
    if (earlier !== null) return [];
    const outcomes = await storing();
    await sql`
      insert into idempotency_keys (property_id, gateway_id, key, body_hash, answer, made_at)
      values (${propertyId}, ${gatewayId}, ${key}, ${bodyHash}, ${JSON.stringify(answerOf(outcomes))}::jsonb,
        ${new Date(clock()).toISOString()}::timestamptz)
      on conflict (property_id, gateway_id, key) do update
        set body_hash = excluded.body_hash, answer = excluded.answer, made_at = excluded.made_at`.execute(tx);
    return outcomes;
  };
  return { around, earlier: () => earlier };
}

async function lockKey(tx: Transactional, name: string) {
  if (await tryLock(tx, "idempotencyKey", name)) return;
  throw new ProblemError(
    "in_flight",
    "A request with this Idempotency-Key is in progress. Wait for its answer, or send it again in a few seconds.",
  );
}

/** Deletes keys a day after their response. */
export async function forgetOldKeys({ worker }: Connections, clock: Clock): Promise<void> {
  const before = new Date(clock() - KEPT_MS).toISOString();
  await sql`delete from idempotency_keys where made_at <= ${before}::timestamptz`.execute(worker);
}
