import { sql } from "kysely";
import { z } from "zod";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { decrypt } from "../../secrets/encrypt.ts";
import { hashRecoveryCode, stepOfCode } from "./codes.ts";

const Owner = z.object({ id: z.int(), email: z.string(), secret: z.instanceof(Buffer) });

/** Outcome of a sign-in with the right password: `needed`, no code was given; `wrong`, it is invalid or was used. */
export type Passage = "passed" | "needed" | "wrong";

/**
 * Verifies the second factor of somebody who signs in, where they have one. It consumes the code: of several concurrent
 * sign-ins with the same one, one passes.
 * @param code of the app, or a recovery code
 */
export async function verifySecondFactor(
  tx: Transactional,
  { userId, code }: { userId: number; code: string | undefined },
  sessionSecret: string,
  input: Pick<Actor, "requestId" | "at">,
): Promise<Passage> {
  const owner = await queryRow(tx, Owner)`
    select u.id, u.email, f.secret from two_factors f join users u on u.id = f.user_id
    where f.confirmed_at is not null and u.id = ${userId}`;
  if (owner === undefined) return "passed";
  if (code === undefined) return "needed";
  const secret = decrypt(owner.secret, sessionSecret, "second factor");
  const step = secret === null ? null : stepOfCode(secret, code, input.at);
  if (step !== null) return (await takeStep(tx, owner.id, step)) ? "passed" : "wrong";
  if (!(await takeRecoveryCode(tx, owner.id, code))) return "wrong";
  const who = { ...input, userId: owner.id, email: owner.email };
  await audit(tx, who, { action: "second_factor.recover", objectType: "user", objectId: owner.id });
  return "passed";
}

/** Takes a code's time step unless it, or a later one, was taken before. */
export async function takeStep(tx: Transactional, userId: number, step: number): Promise<boolean> {
  const taken = await tx
    .updateTable("two_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

async function takeRecoveryCode(tx: Transactional, userId: number, code: string): Promise<boolean> {
  const hash = hashRecoveryCode(code);
  const taken = await sql`update two_factors set recovery_codes = array_remove(recovery_codes, ${hash}::bytea)
    where user_id = ${userId} and ${hash}::bytea = any(recovery_codes)`.execute(tx);
  return taken.numAffectedRows === 1n;
}
