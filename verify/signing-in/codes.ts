import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { z } from "zod";
import { calls } from "../../contract/calls.ts";
import { makePeople, PASSWORD, type Trial } from "./trial.ts";
import { cookieHeader } from "./visitor.ts";

const begun = z.object({ secret: z.string() });
const confirmed = z.object({ recovery_codes: z.array(z.string()) });

/** Somebody with a second factor. */
export interface TwoFactors {
  email: string;
  secret: string;
  recoveryCodes: string[];
  cookie: string;
}

/** Makes somebody who has a second factor. */
export async function makeTwoFactors(trial: Trial, name: string): Promise<TwoFactors> {
  const [email = ""] = await makePeople(trial, name, 1);
  const signedIn = await trial.ask({ path: "/v1/session", body: { email, password: PASSWORD } });
  const cookie = cookieHeader(signedIn.cookies);
  const ask = async (path: string, body: object) =>
    JSON.parse((await trial.ask({ path, body, headers: { cookie } })).text);
  const { secret } = begun.parse(await ask("/v1/me/second-factor", { password: PASSWORD }));
  const code = codeOf(secret, 0);
  const { recovery_codes } = confirmed.parse(await ask("/v1/me/second-factor/confirm", { one_time_code: code }));
  return { email, secret, recoveryCodes: recovery_codes, cookie };
}

/** The code that a phone shows, so many half minutes from now. */
function codeOf(secret: string, ahead: number): string {
  const timestamp = Date.now() + ahead * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** How many sign-ins a code, and a recovery code, admit of five at once and one after them. */
export async function spendCodes(trial: Trial): Promise<{ code: number; recovery: number; without: number }> {
  const person = await makeTwoFactors(trial, "two-factors");
  const { email } = person;
  const signIn = (one_time_code?: string) =>
    trial.ask({ path: "/v1/session", body: { email, password: PASSWORD, one_time_code } });
  const lets = async (code: string) => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(code)));
    // Those that were rejected have to wait.
    await pause(2100);
    return [...answers, await signIn(code)].filter(({ status }) => status === 200).length;
  };
  const without = await signIn();
  // The next one, which phones that are fast show: this half minute's was used to confirm.
  const code = await lets(codeOf(person.secret, 1));
  const recovery = await lets(person.recoveryCodes[0] ?? "");
  return { code, recovery, without: without.status === 200 ? 1 : 0 };
}

/** Calls for staff, made by one without the second factor that staff must have here, and once they have one. */
export async function staffWithout(trial: Trial): Promise<{ tried: number; answered: number; withOne: number }> {
  const [email = ""] = await makePeople(trial, "staff", 1);
  await sql`update users set staff_role = 'IONAdmin' where email = ${email}`.execute(trial.connections.accounts);
  const signedIn = await trial.ask({ path: "/v1/session", body: { email, password: PASSWORD } });
  const cookie = cookieHeader(signedIn.cookies);
  const paths = Object.entries(calls)
    .filter(([name, { access }]) => name.startsWith("GET ") && access !== "public" && access !== "gateway")
    .map(([name]) => name.slice("GET ".length).replaceAll(/\{\w+\}/g, "1"))
    .filter((path) => path !== "/v1/me" && !path.startsWith("/v1/me/"));
  const count = async (paths: readonly string[], cookie: string, isWanted: (status: number) => boolean) => {
    const answers = await Promise.all(paths.map((path) => trial.ask({ method: "GET", path, headers: { cookie } })));
    return answers.filter(({ status }) => isWanted(status)).length;
  };
  const answered = await count(paths, cookie, (status) => status !== 403);
  const person = await makeTwoFactors(trial, "staff-with-one");
  await sql`update users set staff_role = 'IONAdmin' where email = ${person.email}`.execute(trial.connections.accounts);
  const withOne = await count(["/v1/admin/audit-log"], person.cookie, (status) => status === 200);
  return { tried: paths.length, answered, withOne };
}
