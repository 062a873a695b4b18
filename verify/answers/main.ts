import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { checkOut, type StoppedClockServer, serve } from "./checkout.ts";
import { answersIn, compareAnswers, keyOf } from "./compare.ts";
import { record, replay, type Step } from "./record.ts";

/**
 * `npm run answers -- <commit> [folder]`: whether every operation answers as it did at that commit. The demo is loaded
 * by that commit at a fixed instant; it and this checkout, which upgrades a copy of its database, get the same requests.
 * What the commit itself answers otherwise the second time (tokens, instants of the machine's clock) is left out. A
 * folder keeps the recording for the next time.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const [commit, kept] = process.argv.slice(2);
if (commit === undefined) {
  process.stderr.write("Name the commit to compare with: npm run answers -- <commit>\n");
  process.exit(2);
}
const say = (line: string) => process.stdout.write(`${line}\n`);

const differing =
  kept === undefined
    ? await inScratchFolder((folder) => compare(commit, folder))
    : await compare(commit, resolve(kept));
process.exit(differing === 0 ? 0 : 1);

async function compare(commit: string, folder: string): Promise<number> {
  const recorded = join(folder, "recording");
  if (!existsSync(recorded)) await makeRecording(commit, folder, recorded);
  const { before, again }: { before: Step[]; again: Step[] } = deserialize(await readFile(recorded));
  say("The same requests to this checkout");
  const after = await onCopy(folder, ROOT, (server) => replay(server, before, say));

  const byItself = compareAnswers(before, again);
  const known = new Set(byItself.map(keyOf));
  const found = compareAnswers(before, after).filter((difference) => !known.has(keyOf(difference)));
  const answered = answersIn(before);
  const operations = new Set(answered.map(({ operation }) => operation));
  const succeeded = new Set(answered.filter(({ status }) => status < 400).map(({ operation }) => operation));
  for (const { operation, path } of byItself) say(`differs by itself: ${operation} ${path}`);
  for (const name of operations) if (!succeeded.has(name)) say(`never succeeds: ${name}`);
  for (const { operation, path, count, example } of found) {
    say(`${operation} ${path}: ${count} times, such as ${example.url} as ${example.who ?? "nobody"}`);
    say(`  before: ${example.before}\n  after:  ${example.after}`);
  }
  say(
    `${answered.length} requests of ${operations.size} operations, ${succeeded.size} of them answered with success: ${found.length} differences.`,
  );
  return found.length;
}

async function makeRecording(commit: string, folder: string, file: string): Promise<void> {
  const old = join(folder, "checkout");
  await checkOut(commit, old);
  say(`Loading the demo as ${commit} does`);
  await (await serve(old, join(folder, "loaded"), true)).stop();
  say(`Recording what ${commit} answers`);
  const before = await onCopy(folder, old, (server) => record(server, say));
  say("Again, for what differs by itself");
  const again = await onCopy(folder, old, (server) => replay(server, before, say));
  await writeFile(file, serialize({ before, again }));
}

/** Starts a checkout's server over a copy of the database that was loaded, and puts both away again. */
async function onCopy(
  folder: string,
  checkout: string,
  ask: (server: StoppedClockServer) => Promise<Step[]>,
): Promise<Step[]> {
  const copy = join(folder, "copy");
  await rm(copy, { recursive: true, force: true });
  // Not by Node: a private Postgres that root starts owns its files.
  execFileSync("cp", ["-a", join(folder, "loaded"), copy]);
  const server = await serve(checkout, copy, false);
  return ask(server).finally(server.stop);
}
