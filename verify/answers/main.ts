import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";
import { z } from "zod";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { checkOut, type StoppedClockServer, serve } from "./checkout.ts";
import { answersIn, compareAnswers, keyOf } from "./compare.ts";
import { record, replay, type Step, step } from "./record.ts";

/**
 * `npm run answers -- <commit> [folder]`: compares the responses of every operation with those of that commit. The
 * commit loads the demo at a fixed instant; it and this checkout, which upgrades a copy of its database, get the same
 * requests. Fields that vary between two runs of the commit (tokens, instants of the machine's clock) are not compared.
 * A folder keeps the recording for the next run.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const [commit, kept] = process.argv.slice(2);
if (commit === undefined) {
  process.stderr.write("Name the commit to compare with: npm run answers -- <commit>\n");
  process.exit(2);
}
const recording = z.object({ before: z.array(step), again: z.array(step) });
const say = (line: string) => process.stdout.write(`${line}\n`);

const differing =
  kept === undefined
    ? await inScratchFolder((folder) => compare(commit, folder))
    : await compare(commit, resolve(kept));
process.exit(differing === 0 ? 0 : 1);

async function compare(commit: string, folder: string): Promise<number> {
  const hash = execFileSync("git", ["rev-parse", "--verify", `${commit}^{commit}`], { cwd: ROOT, encoding: "utf8" });
  const file = join(folder, `recording-${hash.trim()}`);
  if (!existsSync(file)) await makeRecording(commit, folder, file);
  const { before, again } = recording.parse(deserialize(await readFile(file)));
  say("The same requests to this checkout");
  const after = await onCopy(folder, ROOT, (server) => replay(server, before, say));

  const byItself = compareAnswers(before, again);
  const known = new Set(byItself.map(keyOf));
  const found = compareAnswers(before, after).filter((difference) => !known.has(keyOf(difference)));
  const answered = answersIn(before);
  const operations = new Set(answered.map(({ operation }) => operation));
  const succeeded = new Set(answered.filter(({ status }) => status < 400).map(({ operation }) => operation));
  for (const { operation, path } of byItself) say(`varies between runs, not compared: ${operation} ${path}`);
  for (const name of operations) if (!succeeded.has(name)) say(`never succeeds: ${name}`);
  for (const { operation, path, count, example } of found) {
    say(`${operation} ${path}: ${count} times, such as ${example.url} as ${example.who ?? "anonymous"}`);
    say(`  before: ${example.before}\n  after:  ${example.after}`);
  }
  say(
    `${answered.length} requests of ${operations.size} operations, ${succeeded.size} of them with a success: ${found.length} differences.`,
  );
  return found.length;
}

async function makeRecording(commit: string, folder: string, file: string): Promise<void> {
  const old = join(folder, "checkout");
  // Of a recording that was interrupted, or of another commit.
  for (const name of [old, join(folder, "loaded")]) await rm(name, { recursive: true, force: true });
  await checkOut(commit, old);
  say(`Loading the demo as ${commit} does`);
  await (await serve(old, join(folder, "loaded"), true)).stop();
  say(`Recording the responses of ${commit}`);
  const before = await onCopy(folder, old, (server) => record(server, say));
  say("Recording them again, to find what varies between runs");
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
