import { sql } from "kysely";
import { besideSecond, makePeople, PASSWORD, type Trial } from "./trial.ts";
import { type Ask, cookieHeader } from "./visitor.ts";

const ADDRESSES = 50;
const AT_ONCE = 10;

export interface SignInAttempts {
  /** How many passwords, or codes, were looked at. */
  evaluated: number;
  /** How many had to wait, and were not given a time. */
  withoutWait: number;
  /** Neither of the two. */
  otherwise: number;
}

/** Attempts at one account, from fifty addresses of this machine and as many only claimed ones, at servers in turn. */
async function attemptSignIns(
  servers: readonly Ask[],
  count: number,
  body: (i: number) => { email: string; password: string; one_time_code?: string },
): Promise<SignInAttempts> {
  const attempts = { evaluated: 0, withoutWait: 0, otherwise: 0 };
  let next = 0;
  const work = async () => {
    for (let i = next++; i < count; i = next++) {
      const from = `127.0.0.${2 + (i % ADDRESSES)}`;
      const headers = { "x-forwarded-for": `203.0.113.${i % ADDRESSES}` };
      const ask = servers[i % servers.length];
      if (ask === undefined) return;
      const answer = await ask({ path: "/v1/session", body: body(i), headers, from });
      if (answer.status === 401) attempts.evaluated += 1;
      else if (answer.status !== 429) attempts.otherwise += 1;
      else if (!(Number(answer.headers["retry-after"]) > 0)) attempts.withoutWait += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return attempts;
}

/** Attempts at a password, and whether its owner gets in meanwhile. */
export async function bruteForcePassword(trial: Trial, count: number) {
  const [email = ""] = await makePeople(trial, "guessed", 1);
  const signIn = (cookie: string) =>
    trial.ask({ path: "/v1/session", body: { email, password: PASSWORD }, headers: { cookie } });
  const device = (await signIn("")).cookies.filter((cookie) => /^[^=]*-device=/.test(cookie));
  const attempts = await attemptSignIns([trial.ask], count, (i) => ({ email, password: `Guess-${i}-Pipes!` }));
  const owner = await signIn(cookieHeader(device));
  const rows = await sql<{ failed: number; held: number }>`
    select count(*) filter (where action = 'session.fail') as failed,
      count(*) filter (where action = 'rejected' and after->>'code' = 'too_many_requests') as held
    from audit_log where actor = ${email}`.execute(trial.connections.accounts);
  return {
    ...attempts,
    ownerIn: owner.status === 200 ? 1 : 0,
    failuresOnRecord: rows.rows[0]?.failed ?? 0,
    waitsOnRecord: rows.rows[0]?.held ?? 0,
  };
}

/** Attempts at a password on two servers with one database, each of which counts for itself. */
export async function bruteForceTwoServers(trial: Trial, count: number): Promise<SignInAttempts> {
  const [email = ""] = await makePeople(trial, "guessed-twice", 1);
  return await besideSecond(trial, (second) =>
    attemptSignIns([trial.ask, second], count, (i) => ({ email, password: `Guess-${i}-Pipes!` })),
  );
}

/** Attempts at the second factor's code by somebody who knows the password. */
export function bruteForceCode(trial: Trial, email: string, count: number): Promise<SignInAttempts> {
  return attemptSignIns([trial.ask], count, (i) => ({ email, password: PASSWORD, one_time_code: String(100_000 + i) }));
}

/** One password tried on many accounts from one address that claims to be many. @returns how many were looked at */
export async function spray(trial: Trial, count: number): Promise<number> {
  const emails = await makePeople(trial, "sprayed", count);
  const answers = await Promise.all(
    emails.map((email, i) =>
      trial.ask({
        path: "/v1/session",
        body: { email, password: "Summer-Rain-2026!" },
        headers: { "x-forwarded-for": `203.0.113.${i % 250}` },
        from: "127.0.0.200",
      }),
    ),
  );
  return answers.filter(({ status }) => status === 401).length;
}
