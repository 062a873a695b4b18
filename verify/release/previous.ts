import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { makePlaces } from "../../bench/ingest/make-places.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { startServer } from "../../bench/run/server.ts";
import { calls } from "../../contract/calls.ts";
import { connect } from "../../server/database/connect.ts";
import type { EmbeddedPostgres } from "../../server/database/embedded.ts";
import { emptyDatabase, SECRET } from "../harness/fleet.ts";
import { makeAdmin, signIn } from "../harness/person.ts";
import { MIGRATIONS } from "./interrupted.ts";
import { startTraffic } from "./traffic.ts";
import { unpackCommit } from "./unpack-commit.ts";

const ROOT = join(import.meta.dirname, "../..");
const READY = ["/health/ready"];
/** docs/operations.md: an upgrade with such a migration needs all servers stopped. */
const RENAMES = /^alter table \w+ rename (?:column|to)\b/m;
const BEFORE = 100;
const AFTER = 300;

export interface Previous {
  /** The newest migration, which the release before it does not know. */
  migration: string;
  requests: number;
  failed: string[];
  /** Calls that the release before answered with 5xx on the new schema, having been started on it. */
  broken: string[];
  callsTried: number;
}

/**
 * The release before the newest migration at work, while the present one starts on its database and changes the schema.
 * @returns why it was not tried, if it was not
 */
export async function tryPrevious(cluster: EmbeddedPostgres): Promise<Previous | string> {
  const migration = (await readdir(MIGRATIONS)).sort().at(-1) ?? "";
  if (RENAMES.test(await readFile(join(MIGRATIONS, migration), "utf8"))) {
    return `${migration} renames what the release before reads, whose servers must be stopped`;
  }
  const commit = commitBefore(migration);
  if (commit === null) return `there is no history to take the release before ${migration} from`;
  const url = await emptyDatabase(cluster.url);
  return inScratchFolder(async (folder) => {
    const release = join(folder, "release");
    await unpackCommit(commit, release);
    const settings = (name: string) => ({
      DATABASE_URL: url,
      SESSION_SECRET: SECRET,
      DATA_DIR: join(folder, name),
      DEMO: "off",
    });
    const script = join(release, "server/main.ts");
    const old = await startServer(script, settings("old"), READY);
    const connections = connect(url);
    try {
      const places = await makePlaces(connections, 2, 30);
      const { cookie } = await signIn(old.url, await makeAdmin(connections));
      const traffic = startTraffic(old.url, cookie, places);
      await traffic.reach(BEFORE);
      const present = await startServer("server/main.ts", settings("present"), READY);
      await traffic.reach(BEFORE + AFTER);
      const { requests, failed } = await traffic.stop();
      await old.program.stop();
      const again = await startServer(script, settings("old"), READY);
      const broken = await askAll(again.url, cookie);
      await Promise.all([again.program.stop(), present.program.stop()]);
      return { migration, requests, failed, ...broken };
    } finally {
      await connections.close();
      await old.program.stop();
    }
  });
}

/** The commit before the one that brought a migration; null without a history that reaches so far back. */
function commitBefore(migration: string): string | null {
  if (!existsSync(join(ROOT, ".git"))) return null;
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  const path = `server/database/migrations/${migration}`;
  try {
    const [added] = git("log", "--diff-filter=A", "--format=%H", "--", path).split("\n");
    // Not yet committed: what is there is the release before.
    return git("rev-parse", added === "" || added === undefined ? "HEAD" : `${added}^`);
  } catch {
    return null;
  }
}

/** Asks for everything that needs nothing to be named. */
async function askAll(url: string, cookie: string): Promise<{ callsTried: number; broken: string[] }> {
  const broken: string[] = [];
  const paths = Object.keys(calls).filter((name) => name.startsWith("GET /v1") && !name.includes("{"));
  for (const name of paths) {
    const answer = await fetch(`${url}${name.slice("GET ".length)}`, { headers: { cookie }, redirect: "manual" });
    await answer.arrayBuffer();
    if (answer.status >= 500) broken.push(`${name}: ${answer.status}`);
  }
  return { callsTried: paths.length, broken };
}
