import { sql } from "kysely";
import { atLeast, atMost, exactly, type Finding, none } from "../run/check.ts";
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
    atLeast("bits of the shortest token", shortest(made), 256),
    atLeast("rows of the database, dumped as text", made.dumps.flat().length, 50),
    none("secrets readable in them, however spelled", found(made).length),
    atLeast("values of the dump, shown wherever a secret is taken", values.length, 20),
    none("of them opened something", opened),
    atLeast("control: the right secrets, shown so, that opened something", rightOpened, 3),
    exactly("control: secrets found where one was written down", control.length, 1),
  ];
}

async function passwords(trial: Trial): Promise<Finding[]> {
  const set = await setPasswords(trial);
  const stored = await storedAs(trial);
  return [
    atLeast("KiB of memory that a stored password takes to try", stored.kibibytes, 19_456),
    atLeast("passes over them", stored.passes, 2),
    none("stored passwords that are not Argon2id", stored.otherwise),
    exactly("of the 3,000 commonest, and those dressed up, tried", set.commonTried, 6000),
    none("of them taken", set.commonTaken),
    atLeast("passwords that break a rule, tried", set.brokenTried, 10),
    none("of them taken", set.brokenTaken),
    none("of them rejected without a word under the field's name", set.unexplained),
    exactly("passwords of up to 128 characters that work as typed", set.exactWorking, EXACT),
    none("others taken for them", set.othersWorking),
    none("passwords about which browser and server differ", set.differing),
  ];
}

async function linksAndSessions(trial: Trial): Promise<Finding[]> {
  const uses = await spendAtOnce(trial);
  const hosts = await claimedHosts(trial);
  const planted = await signInOver(trial);
  return [
    exactly("of ten uses at once of a link for a new password, those that worked", uses.reset, 1),
    exactly("of ten uses at once of an invitation, those that worked", uses.invitation, 1),
    exactly("links asked for under another host", hosts.mailCount, 5),
    none("of them lead there", hosts.wrong),
    none("planted sessions that a sign-in went on with", planted.kept),
    none("planted sessions that lived on after it", planted.alive),
  ];
}

async function guessing(trial: Trial, say: (line: string) => void): Promise<Finding[]> {
  const attempts = await bruteForcePassword(trial, ATTEMPTS);
  const atTwo = await bruteForceTwoServers(trial, ATTEMPTS);
  const sprayed = await spray(trial, 200);
  say(`one password on 200 accounts from one address: ${sprayed} looked at`);
  return [
    atMost("of 1,000 guesses of a password from 50 addresses, those looked at", attempts.evaluated, MOST_EVALUATED),
    none("of the others told no time to wait", attempts.withoutWait),
    none("of them answered otherwise", attempts.otherwise),
    exactly("the owner gets in meanwhile where they signed in before", attempts.ownerIn, 1),
    none("failures on record, less those looked at", attempts.failuresOnRecord - attempts.evaluated),
    atLeast("rows on record of guesses that had to wait", attempts.waitsOnRecord, 1),
    none(
      "of them more than one for each guess that was looked at",
      Math.max(0, attempts.waitsOnRecord - attempts.evaluated),
    ),
    atMost("of 1,000 guesses at two servers on one database, those looked at", atTwo.evaluated, MOST_EVALUATED),
    atMost("one password tried on 200 accounts from one address: looked at", sprayed, 40),
  ];
}

async function secondFactors(trial: Trial): Promise<Finding[]> {
  const used = await spendCodes(trial);
  const person = await makeTwoFactors(trial, "guessed-code");
  const attempts = await bruteForceCode(trial, person.email, ATTEMPTS);
  const staff = await staffWithout(trial);
  return [
    none("sign-ins with a second factor and no code", used.without),
    exactly("of six sign-ins with the same code, those let in", used.code, 1),
    exactly("of six sign-ins with the same recovery code, those let in", used.recovery, 1),
    atMost("of 1,000 guesses of a code with the right password, those looked at", attempts.evaluated, MOST_EVALUATED),
    atLeast("calls tried as staff who lack the second factor that they must have", staff.tried, 10),
    none("of them answered, other than about their own account", staff.answered),
    exactly("staff get in once they have one", staff.withOne, 1),
  ];
}
