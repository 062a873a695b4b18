import { createHmac, hkdfSync, randomInt, timingSafeEqual } from "node:crypto";
import type { I18n } from "@lingui/core";
import { sql } from "kysely";
import { z } from "zod";
import { maskedNumber, phoneNumberOf } from "../../../contract/notifications/phone-number.ts";
import type { Person } from "../../accounts/sessions/person.ts";
import { audit } from "../../audit/audit.ts";
import type { Connections, Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { DeliveryError } from "../../outgoing/delivery-error.ts";
import { toGsm } from "../../outgoing/gsm-text.ts";
import type { Post } from "../../outgoing/safe-request.ts";
import { sendSms } from "../../outgoing/sms.ts";
import type { SmsSettings } from "../../outgoing/sms-settings.ts";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { DAY_MS, HOUR_MS } from "../../time/durations.ts";

/** How long a code can be entered. */
export const CODE_MS = HOUR_MS / 6;
/** Of a million codes so many are tried. */
const MOST_TRIES = 5;
/** Codes that a person may have sent in an hour and in a day, and that a number receives in a day. */
const [MOST_AN_HOUR, MOST_A_DAY, MOST_TO_NUMBER] = [3, 10, 6];

interface Deps {
  connections: Connections;
  post: Post;
  /** null: no provider is set up. */
  sms: SmsSettings | null;
  /** With which stored codes are keyed. */
  secret: string;
}

/**
 * Sends a code to a number, by which its owner confirms it.
 * @param i18n in which the message is written
 * @throws ProblemError invalid_fields; too_many_requests; conflict where no provider is set up; unavailable
 */
export async function sendPhoneCode(deps: Deps, who: Person, typed: string, i18n: I18n): Promise<void> {
  const { connections, post, sms } = deps;
  const number = phoneNumberOf(typed);
  if (number === null)
    throw wrongField("number", text`Enter the number with its country code, such as +1 555 234 5678.`);
  if (sms === null)
    throw new ProblemError("conflict", text`This server cannot send text messages: no provider is set up.`);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await connections.accounts.transaction().execute((tx) => storeCode(tx, deps, who, number, code));
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const message = i18n._("{code} is your code for Dripline. It is valid for 10 minutes. Nobody will call you for it.", {
    code: spaced,
  });
  // No transaction is open while the provider takes its time.
  await sendSms(post, sms, number, toGsm(message)).catch((error: unknown) => {
    if (!(error instanceof DeliveryError)) throw error;
    if (error.isRetriable) throw new ProblemError("unavailable", error.text);
    throw wrongField("number", error.text);
  });
}

const SentRow = z.object({ hour: z.int(), day: z.int(), number: z.int() });

async function storeCode(
  tx: Transactional,
  { secret }: Deps,
  { userId, at }: Person,
  number: string,
  code: string,
): Promise<void> {
  // Of two concurrent requests the second sees what the first was sent.
  await sql`select id from users where id = ${userId} for no key update`.execute(tx);
  await sql`delete from phone_codes where created_at <= ${new Date(at - DAY_MS)}`.execute(tx);
  const sent = await queryRow(tx, SentRow)`
    select count(*) filter (where user_id = ${userId} and created_at > ${new Date(at - HOUR_MS)}) as hour,
      count(*) filter (where user_id = ${userId}) as day, count(*) filter (where number = ${number}) as number
    from phone_codes where user_id = ${userId} or number = ${number}`;
  const { hour, day, number: toNumber } = sent ?? { hour: 0, day: 0, number: 0 };
  if (hour >= MOST_AN_HOUR || day >= MOST_A_DAY || toNumber >= MOST_TO_NUMBER) {
    throw new ProblemError("too_many_requests", text`Too many codes were sent. Try again later.`);
  }
  await sql`update phone_codes set ended_at = ${new Date(at)} where user_id = ${userId} and ended_at is null`.execute(
    tx,
  );
  await sql`
    insert into phone_codes (user_id, number, code_hash, created_at)
    values (${userId}, ${number}, ${hashOf(code, userId, secret)}, ${new Date(at)})`.execute(tx);
}

const CodeRow = z.object({ id: z.int(), number: z.string(), code_hash: z.instanceof(Buffer), tries: z.int() });

/** Confirms the number that the last code was sent to. @throws ProblemError invalid_fields for a wrong or old code */
export async function confirmPhone(
  { connections, secret }: Pick<Deps, "connections" | "secret">,
  who: Person,
  typed: string,
): Promise<void> {
  const { userId, organizationId, at } = who;
  const code = typed.replaceAll(/\s/g, "");
  const result = await connections.accounts.transaction().execute(async (tx) => {
    const sent = await queryRow(tx, CodeRow)`
      select id, number, code_hash, tries from phone_codes
      where user_id = ${userId} and ended_at is null and created_at > ${new Date(at - CODE_MS)} and tries < ${MOST_TRIES}
      order by id desc limit 1 for update`;
    if (sent === undefined) return "none";
    if (!timingSafeEqual(sent.code_hash, hashOf(code, userId, secret))) {
      await sql`update phone_codes set tries = tries + 1 where id = ${sent.id}`.execute(tx);
      return sent.tries + 1 < MOST_TRIES ? "wrong" : "none";
    }
    const before = await storedPhone(tx, userId);
    await sql`update phone_codes set ended_at = ${new Date(at)} where id = ${sent.id}`.execute(tx);
    await sql`
      insert into phones (user_id, number, confirmed_at) values (${userId}, ${sent.number}, ${new Date(at)})
      on conflict (user_id) do update set number = excluded.number, confirmed_at = excluded.confirmed_at`.execute(tx);
    await audit(tx, who, {
      action: "phone.confirm",
      organizationId,
      objectType: "user",
      objectId: userId,
      before: before === null ? null : { number: maskedNumber(before) },
      after: { number: maskedNumber(sent.number) },
    });
    return "confirmed";
  });
  if (result === "wrong") throw wrongField("code", text`This is not the code of the last text message.`);
  if (result === "none") throw wrongField("code", text`No code is valid any more. Have another one sent.`);
}

/** Removes a person's number, and the codes that were sent for another. */
export async function removePhone({ connections }: Pick<Deps, "connections">, who: Person): Promise<void> {
  const { userId, organizationId, at } = who;
  await connections.accounts.transaction().execute(async (tx) => {
    await sql`update phone_codes set ended_at = ${new Date(at)} where user_id = ${userId} and ended_at is null`.execute(
      tx,
    );
    const before = await storedPhone(tx, userId);
    if (before === null) return;
    await sql`delete from phones where user_id = ${userId}`.execute(tx);
    await audit(tx, who, {
      action: "phone.remove",
      organizationId,
      objectType: "user",
      objectId: userId,
      before: { number: maskedNumber(before) },
    });
  });
}

const NumberRow = z.object({ number: z.string() });

async function storedPhone(tx: Transactional, userId: number): Promise<string | null> {
  const found = await queryRow(tx, NumberRow)`select number from phones where user_id = ${userId} for update`;
  return found?.number ?? null;
}

function hashOf(code: string, userId: number, sessionSecret: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", sessionSecret, "", "dripline phone codes", 32));
  return createHmac("sha256", key).update(`${userId} ${code}`).digest();
}
