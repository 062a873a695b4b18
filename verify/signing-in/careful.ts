import { sql } from "kysely";
import type { Finding } from "../check.ts";
import { bruteForceCode, bruteForcePassword, bruteForceTwoServers, spray } from "./attempts.ts";
import { makeTwoFactors, spendCodes, staffWithout } from "./codes.ts";
import { dump, found, makeSecrets, present, shortest, valuesOf } from "./dump.ts";
import { EXACT, setPasswords, storedAs } from "./new-passwords.ts";
import { claimedHosts, signInOver, spendAtOnce } from "./single-use.ts";
import { inTrial, type Trial } from "./trial.ts";

const ATTEMPTS = 1000;
/** So many attempts of a thousand may be looked at. */
const MOST_EVALUATED = 20;

/** What a server as it is lets nobody do. Each trial has a server of its own: what they count there goes together. */
export async function careful(say: (line: string) => void): Promise<Finding[]> {
  return [
    ...(await inTrial(null, {}, secrets)),
    ...(await inTrial(null, { TRUSTED_PROXIES: "127.0.0.1" }, passwords)),
    ...(await inTrial(null, {}, linksAndSessions)),
    ...(await inTrial(null, {}, (trial) => guessing(trial, say))),
    ...(await inTrial(null, { STAFF_SECOND_FACTOR: "required" }, secondFactors)),
  ];
}

async function secrets(trial: Trial): Promise<Finding[]> {
  const made = await makeSecrets(trial);
  const values = valuesOf(made.dumps);
  let opened = 0;
  for (const value of values) opened += await present(trial, value);
  const right = Object.values(made.tokens);
  let rightOpened = 0;
  for (const value of right) rightOpened += (await present(trial, value)) > 0 ? 1 : 0;
  await sql`insert into verifications (identifier, value, expires_at)
    values ('control', ${Buffer.from(made.tokens.reset ?? "").toString("base64")}, now())`.execute(
    trial.connections.accounts,
  );
  const control = found({ ...made, dumps: [await dump(trial)] });
  return [
    { what: "bits of the shortest token", count: shortest(made), must: { reach: 256 } },
    { what: "rows of the database, dumped as text", count: made.dumps.flat().length, must: { reach: 50 } },
    { what: "secrets readable in them, however spelled", count: found(made).length, must: { be: 0 } },
    { what: "values of the dump, shown wherever a secret is taken", count: values.length, must: { reach: 20 } },
    { what: "of them opened something", count: opened, must: { be: 0 } },
    { what: "control: the right secrets, shown so, that opened something", count: rightOpened, must: { reach: 3 } },
    { what: "control: secrets found where one was written down", count: control.length, must: { be: 1 } },
  ];
}

async function passwords(trial: Trial): Promise<Finding[]> {
  const set = await setPasswords(trial);
  const stored = await storedAs(trial);
  return [
    { what: "KiB of memory that a stored password takes to try", count: stored.kibibytes, must: { reach: 19_456 } },
    { what: "passes over them", count: stored.passes, must: { reach: 2 } },
    { what: "stored passwords that are not Argon2id", count: stored.otherwise, must: { be: 0 } },
    { what: "of the 3,000 commonest, and those dressed up, tried", count: set.commonTried, must: { be: 6000 } },
    { what: "of them taken", count: set.commonTaken, must: { be: 0 } },
    { what: "passwords that break a rule, tried", count: set.brokenTried, must: { reach: 10 } },
    { what: "of them taken", count: set.brokenTaken, must: { be: 0 } },
    { what: "of them refused without a word under the field's name", count: set.unexplained, must: { be: 0 } },
    { what: "passwords of up to 128 characters that work as typed", count: set.exactWorking, must: { be: EXACT } },
    { what: "others taken for them", count: set.othersWorking, must: { be: 0 } },
    { what: "passwords about which browser and server differ", count: set.differing, must: { be: 0 } },
  ];
}

async function linksAndSessions(trial: Trial): Promise<Finding[]> {
  const uses = await spendAtOnce(trial);
  const hosts = await claimedHosts(trial);
  const planted = await signInOver(trial);
  return [
    { what: "of ten uses at once of a link for a new password, those that worked", count: uses.reset, must: { be: 1 } },
    { what: "of ten uses at once of an invitation, those that worked", count: uses.invitation, must: { be: 1 } },
    { what: "links asked for under another host", count: hosts.mailCount, must: { be: 5 } },
    { what: "of them lead there", count: hosts.wrong, must: { be: 0 } },
    { what: "planted sessions that a sign-in went on with", count: planted.kept, must: { be: 0 } },
    { what: "planted sessions that lived on after it", count: planted.alive, must: { be: 0 } },
  ];
}

async function guessing(trial: Trial, say: (line: string) => void): Promise<Finding[]> {
  const attempts = await bruteForcePassword(trial, ATTEMPTS);
  const atTwo = await bruteForceTwoServers(trial, ATTEMPTS);
  const sprayed = await spray(trial, 200);
  say(`one password on 200 accounts from one address: ${sprayed} looked at`);
  return [
    {
      what: "of 1,000 guesses of a password from 50 addresses, those looked at",
      count: attempts.evaluated,
      must: { stay: MOST_EVALUATED },
    },
    { what: "of the others told no time to wait", count: attempts.withoutWait, must: { be: 0 } },
    { what: "of them answered otherwise", count: attempts.otherwise, must: { be: 0 } },
    { what: "the owner gets in meanwhile where they signed in before", count: attempts.ownerIn, must: { be: 1 } },
    {
      what: "failures on record, less those looked at",
      count: attempts.failuresOnRecord - attempts.evaluated,
      must: { be: 0 },
    },
    { what: "rows on record of guesses that had to wait", count: attempts.waitsOnRecord, must: { reach: 1 } },
    {
      what: "of them more than one for each guess that was looked at",
      count: Math.max(0, attempts.waitsOnRecord - attempts.evaluated),
      must: { be: 0 },
    },
    {
      what: "of 1,000 guesses at two servers on one database, those looked at",
      count: atTwo.evaluated,
      must: { stay: MOST_EVALUATED },
    },
    { what: "one password tried on 200 accounts from one address: looked at", count: sprayed, must: { stay: 40 } },
  ];
}

async function secondFactors(trial: Trial): Promise<Finding[]> {
  const used = await spendCodes(trial);
  const person = await makeTwoFactors(trial, "guessed-code");
  const attempts = await bruteForceCode(trial, person.email, ATTEMPTS);
  const staff = await staffWithout(trial);
  return [
    { what: "sign-ins with a second factor and no code", count: used.without, must: { be: 0 } },
    { what: "of six sign-ins with the same code, those let in", count: used.code, must: { be: 1 } },
    { what: "of six sign-ins with the same recovery code, those let in", count: used.recovery, must: { be: 1 } },
    {
      what: "of 1,000 guesses of a code with the right password, those looked at",
      count: attempts.evaluated,
      must: { stay: MOST_EVALUATED },
    },
    {
      what: "calls tried as staff who lack the second factor that they must have",
      count: staff.tried,
      must: { reach: 10 },
    },
    { what: "of them answered, other than about their own account", count: staff.answered, must: { be: 0 } },
    { what: "staff get in once they have one", count: staff.withOne, must: { be: 1 } },
  ];
}
