import ranked from "@zxcvbn-ts/language-common/src/passwords.json" with { type: "json" };
import { sql } from "kysely";
import { passwordRules } from "../../contract/accounts/password-rules.ts";
import { lacksOfPassword } from "../../server/accounts/passwords/password-rules.ts";
import { mailedToken, makePeople, type Trial } from "./trial.ts";

/** So many of the commonest must be rejected. */
const COMMONEST = 3000;

/** Passwords that break one rule each, and the field under which that is reported. */
const broken = [
  "Ab1!efghi",
  "leaky-pipes-42!",
  "LEAKY-pipes-!!",
  "Leaky-Pipes-42",
  "Leaky_Pipes~42;",
  "",
  " ".repeat(12),
  "Leaky-Pipes-42!\0",
  "\0".repeat(12),
  "Leaky-Pipes-42!\ud800",
  `Aa1!${"x".repeat(125)}`,
  `Aa1!${"😀".repeat(125)}`,
];

/** Passwords that are kept as they are typed, each with what somebody else may take for the same. */
const exact: readonly (readonly [string, readonly string[]])[] = [
  [`Aa1!${"x".repeat(124)}`, [`Aa1!${"x".repeat(123)}`, `Aa1!${"x".repeat(123)}y`]],
  [`Aa1!${"😀".repeat(124)}`, [`Aa1!${"😀".repeat(123)}`, `Aa1!${"😀".repeat(123)}🙂`]],
  ["  Leaky Pipes 42!  ", ["Leaky Pipes 42!", "  Leaky Pipes 42!", "  leaky pipes 42!  ", "  Leaky  Pipes 42!  "]],
  // In one character or in two it is the same letter, and no other one is.
  ["Tr\u00f6pfelnd-7!!", ["Tropfelnd-7!!", "Tr\u00f8pfelnd-7!!", "\uff34r\u00f6pfelnd-7!!"]],
  ["Leaky\tPipes\n42!", ["Leaky Pipes 42!", "Leaky\tPipes\r\n42!"]],
  ['Leaky"Pipes\\42!<b>', ["Leaky&quot;Pipes\\42!<b>"]],
];

/** Counts of passwords that were treated wrongly. */
export interface Treated {
  commonTried: number;
  commonTaken: number;
  brokenTried: number;
  brokenTaken: number;
  /** Rejected without a word under the field's name. */
  unexplained: number;
  exactWorking: number;
  othersWorking: number;
  /** On which browser and server are not of one mind. */
  differing: number;
}

/** Sets passwords by mailed links, as people do. */
export async function setPasswords(trial: Trial): Promise<Treated> {
  const emails = await makePeople(trial, "chooser", exact.length + 1);
  for (const email of emails) await trial.ask({ path: "/v1/password/forgotten", body: { email } });
  const spare = await mailedToken(trial, emails[exact.length] ?? "");
  const set = (token: string, password: string) => trial.ask({ path: "/v1/password/reset", body: { token, password } });

  const common = ranked.slice(0, COMMONEST).flatMap((word) => [word, dressed(word)]);
  const commonTaken = await countOf(common, async (password) => (await set(spare, password)).status !== 422);
  let unexplained = 0;
  const brokenTaken = await countOf(broken, async (password) => {
    const { status, text } = await set(spare, password);
    if (!text.includes('"password":["')) unexplained += 1;
    return status !== 422;
  });

  let exactWorking = 0;
  let othersWorking = 0;
  for (const [i, [password, others]] of exact.entries()) {
    const email = emails[i] ?? "";
    await set(await mailedToken(trial, email), password);
    const opens = async (typed: string) =>
      (await trial.ask({ path: "/v1/session", body: { email, password: typed } })).status === 200;
    // The others first, so that a right one does not make up for them; at most four, so that nobody has to wait.
    othersWorking += await countOf(others, opens);
    if (await opens(password)) exactWorking += 1;
  }
  const samples = [...common, ...broken, ...exact.map(([password]) => password)];
  const differing = samples.filter((password) => isTakenByBrowser(password) !== isTakenByServer(password)).length;
  return {
    commonTried: common.length,
    commonTaken,
    brokenTried: broken.length,
    brokenTaken,
    unexplained,
    exactWorking,
    othersWorking,
    differing,
  };
}

export const EXACT = exact.length;

/** A common password as people make it pass the other rules. */
function dressed(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}${"1234567890".slice(0, Math.max(2, 9 - word.length))}!`;
}

const isTakenByBrowser = (password: string) => passwordRules.every(({ met }) => met(password));
/** As far as the four rules go, which are what the browser knows. */
const isTakenByServer = (password: string) => lacksOfPassword(password).every((lack) => lack.includes("common"));

/** Of how many something holds, checked one after the other. */
async function countOf(texts: readonly string[], holds: (text: string) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (const text of texts) if (await holds(text)) count += 1;
  return count;
}

/** How the passwords are stored that the server set: the weakest of them. */
export async function storedAs({ connections }: Trial) {
  const stored = await sql<{ password: string }>`
    select password from credentials where password is not null`.execute(connections.accounts);
  const read = stored.rows.map(({ password }) => /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(password));
  return {
    otherwise: read.filter((match) => match === null).length,
    kibibytes: Math.min(...read.map((match) => Number(match?.[1]))),
    passes: Math.min(...read.map((match) => Number(match?.[2]))),
  };
}
