import { sql } from "kysely";
import { z } from "zod";
import { audit } from "../../audit/audit.ts";
import type { Connections } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { decrypt, encrypt } from "../../secrets/encrypt.ts";
import { confirmPassword } from "../passwords/change-password.ts";
import { endSessions } from "../passwords/set-password.ts";
import type { Person } from "../sessions/person.ts";
import { appAddress, hashRecoveryCode, newRecoveryCodes, newSecret, stepOfCode } from "./codes.ts";
import { takeStep } from "./verify-second-factor.ts";

const CodesLeft = z.object({ left: z.int() });

/** Whether a user has a second factor, and how many recovery codes are left of it. */
export async function secondFactorOf(connections: Connections, userId: number) {
  const found = await queryRow(connections.accounts, CodesLeft)`
    select cardinality(recovery_codes) as left from two_factors
    where user_id = ${userId} and confirmed_at is not null`;
  return { enabled: found !== undefined, recovery_codes_left: found?.left ?? 0 };
}

/**
 * Begins enrollment of a second factor: sign-in does not require it until a first code was confirmed. Replaces an
 * enrollment that was begun before.
 * @returns what an authenticator app needs; shown once
 * @throws ProblemError invalid_fields under `password`; conflict when one is active already
 */
export async function beginSecondFactor(
  connections: Connections,
  who: Person,
  password: string,
  sessionSecret: string,
): Promise<{ secret: string; app_url: string }> {
  await confirmPassword(connections, who.userId, password, "password");
  const secret = newSecret();
  const sealed = encrypt(secret, sessionSecret, "second factor");
  // An active one is not replaced, or a mistake on the way would lock its owner out.
  const begun = await sql`insert into two_factors (user_id, secret) values (${who.userId}, ${sealed})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0
      where two_factors.confirmed_at is null`.execute(connections.accounts);
  if (begun.numAffectedRows !== 1n) {
    throw new ProblemError("conflict", text`You have a second factor. Remove it first to set up another.`);
  }
  return { secret, app_url: appAddress(secret, who.email) };
}

/**
 * Activates the second factor with a first code of it, and ends all other sessions.
 * @param kept the token of the current session
 * @returns the recovery codes; shown once
 * @throws ProblemError invalid_fields under `one_time_code`; conflict when none was begun
 */
export async function confirmSecondFactor(
  connections: Connections,
  who: Person,
  code: string,
  sessionSecret: string,
  kept: string | null,
): Promise<string[]> {
  return connections.accounts.transaction().execute(async (tx) => {
    const begun = await tx
      .selectFrom("two_factors")
      .select("secret")
      .where("user_id", "=", who.userId)
      .where("confirmed_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (begun === undefined) throw new ProblemError("conflict", text`Start setting up a second factor first.`);
    const secret = decrypt(begun.secret, sessionSecret, "second factor");
    const step = secret === null ? null : stepOfCode(secret, code, who.at);
    if (step === null || !(await takeStep(tx, who.userId, step))) {
      throw wrongField(
        "one_time_code",
        text`This code is not right. Check the clock of your phone, and enter the code that it shows now.`,
      );
    }
    const codes = newRecoveryCodes();
    await tx
      .updateTable("two_factors")
      .set({ confirmed_at: new Date(who.at), recovery_codes: codes.map(hashRecoveryCode) })
      .where("user_id", "=", who.userId)
      .execute();
    await endSessions(tx, who.userId, kept);
    const { organizationId } = who;
    await audit(tx, who, { action: "second_factor.add", organizationId, objectType: "user", objectId: who.userId });
    return codes;
  });
}

/**
 * Gives new recovery codes in place of all that are left.
 * @throws ProblemError invalid_fields under `password`; conflict without a second factor
 */
export async function renewRecoveryCodes(connections: Connections, who: Person, password: string): Promise<string[]> {
  await confirmPassword(connections, who.userId, password, "password");
  const codes = newRecoveryCodes();
  await connections.accounts.transaction().execute(async (tx) => {
    const renewed = await tx
      .updateTable("two_factors")
      .set({ recovery_codes: codes.map(hashRecoveryCode) })
      .where("user_id", "=", who.userId)
      .where("confirmed_at", "is not", null)
      .executeTakeFirst();
    if (renewed.numUpdatedRows !== 1n) throw without();
    const { organizationId } = who;
    const object = { objectType: "user", objectId: who.userId };
    await audit(tx, who, { action: "second_factor.recovery_codes", organizationId, ...object });
  });
  return codes;
}

/**
 * Removes the second factor.
 * @throws ProblemError invalid_fields under `password`; conflict without one
 */
export async function removeSecondFactor(connections: Connections, who: Person, password: string): Promise<void> {
  await confirmPassword(connections, who.userId, password, "password");
  await connections.accounts.transaction().execute(async (tx) => {
    const removed = await tx.deleteFrom("two_factors").where("user_id", "=", who.userId).executeTakeFirst();
    if (removed.numDeletedRows !== 1n) throw without();
    const { organizationId } = who;
    await audit(tx, who, { action: "second_factor.remove", organizationId, objectType: "user", objectId: who.userId });
  });
}

function without(): ProblemError {
  return new ProblemError("conflict", text`You have no second factor.`);
}
