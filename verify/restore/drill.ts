import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makePlaces } from "../../bench/ingest/make-places.ts";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { startServer } from "../../bench/run/server.ts";
import { propertiesBehind } from "../../server/alerts/update-alerts.ts";
import { connect } from "../../server/database/connect.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { SECRET } from "../harness/fleet.ts";
import { ask, makeAdmin, signIn } from "../harness/person.ts";
import { bodyOf, range, takeReadings } from "../harness/readings.ts";
import { schemaOf } from "../release/schema.ts";
import { contentsOf, seenWithoutScope } from "./contents.ts";
import { type DebianCluster, startDebianCluster } from "./debian-cluster.ts";

const METERS = 60;
const HOURS = 48;
const REPORTS = ["/v1/me", "/v1/reporting/my-properties/", "/v1/reporting/overview?days_ago=30", "/v1/alerts"];
const NAME = "dripline";
/** As docs/operations.md has them. */
const ROLES = ["dripline_app", "dripline_worker", "dripline_accounts"];

export interface Restored {
  tables: number;
  /** Tables with other rows than before. */
  otherRows: string[];
  isSameSchema: boolean;
  /** What the role of requests sees there without a scope. */
  seen: { tables: number; rows: number };
  /** Answers of a server on it that are not those from before. */
  otherAnswers: string[];
}

/**
 * Dumps a database that was worked with, restores it into a new cluster, as the manual says, and starts the server there.
 * @param left further words for the dump of a control, which leave something out
 */
export async function drill(programs: string, folder: string, left: readonly string[] = []): Promise<Restored> {
  const file = join(folder, "dripline.dump");
  await mkdir(folder, { recursive: true });
  // The superuser of the clusters writes here.
  await chmod(folder, 0o777);
  const before = await startDebianCluster(programs, join(folder, "before"));
  try {
    await before.run("createdb", "-O", "owner", NAME);
    const snapshot = await live(before.url(NAME), join(folder, "files"));
    await before.run("pg_dump", "--format=custom", `--file=${file}`, ...left, NAME);
    const after = await startDebianCluster(programs, join(folder, "after"));
    try {
      for (const role of ROLES) await after.run("psql", "-c", `create role ${role} login noinherit`, "postgres");
      await after.run("psql", "-c", `grant ${ROLES.join(", ")} to owner with admin option`, "postgres");
      await after.run("createdb", "-O", "owner", NAME);
      const how = ["--exit-on-error", "--single-transaction", "--no-owner", "--role=owner"];
      await after.run("pg_restore", ...how, `--dbname=${NAME}`, file);
      return await compare(before, after, snapshot, join(folder, "files"));
    } finally {
      await after.stop();
    }
  } finally {
    await before.stop();
  }
}

interface Snapshot {
  cookie: string;
  answers: string[];
}

/** Lets the product work in an empty database. @returns what it says in the end */
async function live(url: string, files: string): Promise<Snapshot> {
  const server = await startServer("server/main.ts", settings(url, files), ["/health/ready"]);
  const connections = connect(url);
  try {
    const places = await makePlaces(connections, 2, METERS);
    const { cookie } = await signIn(server.url, await makeAdmin(connections));
    for (const place of places) {
      // Long ago, so that no clock that goes on changes what follows from it.
      const hours = range(Math.floor(Date.now() / HOUR_MS) - 500, HOURS);
      await takeReadings(server, place, bodyOf(place, METERS, 0, hours));
    }
    await waitForRefresh(connections);
    while ((await propertiesBehind(connections)).length > 0) await pause(100);
    return { cookie, answers: await reports(server.url, cookie) };
  } finally {
    await connections.close();
    await server.program.stop();
  }
}

async function compare(
  before: DebianCluster,
  after: DebianCluster,
  snapshot: Snapshot,
  files: string,
): Promise<Restored> {
  const asSuper = (cluster: DebianCluster) => cluster.url(NAME).replace("owner@", "super@");
  const [was, is] = [await contentsOf(asSuper(before)), await contentsOf(asSuper(after))];
  const otherRows = [...was.keys()].filter((table) => was.get(table) !== is.get(table));
  const isSameSchema = (await schemaOf(asSuper(before))) === (await schemaOf(asSuper(after)));
  const server = await startServer("server/main.ts", settings(after.url(NAME), files), ["/health/ready"]);
  try {
    const answers = await reports(server.url, snapshot.cookie);
    const otherAnswers = answers.filter((answer, n) => answer !== snapshot.answers[n]);
    return { tables: was.size, otherRows, isSameSchema, seen: await seenWithoutScope(after.url(NAME)), otherAnswers };
  } finally {
    await server.program.stop();
  }
}

function settings(url: string, files: string): Record<string, string> {
  return { DATABASE_URL: url, SESSION_SECRET: SECRET, DATA_DIR: files, DEMO: "off" };
}

async function reports(url: string, cookie: string): Promise<string[]> {
  const answers: string[] = [];
  for (const path of REPORTS) {
    const { status, value } = await ask({ url, cookie }, ["GET", path]);
    answers.push(`${path} ${status} ${JSON.stringify(value)}`);
  }
  return answers;
}
