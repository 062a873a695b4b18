import { execFile } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { connect } from "../../server/database/connect.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/database/embedded.ts";
import { makeAdmin, signIn } from "../harness/person.ts";
import { type Product, productAt } from "../harness/product.ts";
import { atLeast, type Check, exactly, type Finding, none } from "../run/check.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";
import { openSmallDisk } from "./small-disk.ts";

const run = promisify(execFile);
const DISK_MB = 8;
/** Together more than the server keeps while it cannot write. */
const REQUESTS = 2000;
const LONG_QUERY = `?${"x".repeat(2000)}`;
const CONNECTIONS = 20;
const ANSWER_MS = 5000;
/** The server gives unfinished work 9.5 seconds. */
const EXIT_MS = 10_000;
const COUNT_MS = 10_000;
const DROPPED = /"droppedLines":[1-9]/;

/** Where a server's log goes, and a way to make it unwritable. */
interface Output {
  fd: number;
  block(): Promise<void>;
  unblock(): Promise<void>;
  /** What arrived so far. */
  text(): string;
  close(): Promise<void>;
}

interface Counts {
  answered: number;
  unanswered: number;
  /** Servers that wrote no count of dropped lines once they could. */
  uncounted: number;
  /** Processes that did not end in time, or with the wrong exit code. */
  wrongExits: number;
}

export const logDisk: Check = {
  id: "log-disk",
  proves:
    "With the log on a full disk, or in a pipe that nobody reads, the server answers, counts the lines it drops, ends on SIGTERM within 10 seconds and on an uncaught error with exit code 1.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    const full = await tryOutput(openDiskOutput, null);
    if (full === null) say("NOT TRIED on a full disk: this needs the right to mount a file system (root).");
    const unread = await tryOutput(openPipeOutput, null);
    say("control: a server that retries a last write without end");
    const blocking = await tryOutput(openPipeOutput, "block-on-log");
    const blockingDisk = full === null ? null : await tryOutput(openDiskOutput, "block-on-log");
    const findings: Finding[] = [];
    for (const [what, counts] of [["full disk", full] as const, ["unread pipe", unread] as const]) {
      if (counts === null) continue;
      findings.push(
        exactly(`${what}: requests answered`, counts.answered, REQUESTS),
        none(`${what}: requests not answered`, counts.unanswered),
        none(`${what}: servers that did not log how many lines they dropped`, counts.uncounted),
        none(`${what}: processes that ended late or with a wrong exit code`, counts.wrongExits),
      );
    }
    for (const [what, counts] of [["full disk", blockingDisk] as const, ["unread pipe", blocking] as const]) {
      if (counts === null) continue;
      const seen = `control, ${what}: processes that ended late or with a wrong exit code, as must be seen`;
      findings.push(atLeast(seen, counts.wrongExits, 1));
    }
    return findings;
  },
};

/** @returns null where the output cannot be made */
function tryOutput(
  open: (folder: string) => Promise<Output | null>,
  sabotage: Sabotage | null,
): Promise<Counts | null> {
  return inScratchFolder(async (folder) => {
    const output = await open(folder);
    if (output === null) return null;
    const postgres = await startEmbeddedPostgres(join(folder, "postgres"));
    try {
      return await blockTwice(folder, output, postgres, sabotage);
    } finally {
      await postgres.stop();
      await output.close();
    }
  });
}

async function blockTwice(
  folder: string,
  output: Output,
  postgres: EmbeddedPostgres,
  sabotage: Sabotage | null,
): Promise<Counts> {
  const counts: Counts = { answered: 0, unanswered: 0, uncounted: 0, wrongExits: 0 };
  const settings = {
    DATABASE_URL: postgres.url,
    SESSION_SECRET: "not a secret, for one test run only",
    LOG_LEVEL: "info",
    ...sabotaged("fall-on-signal", sabotage),
  };
  const product = await productAt(join(folder, "data"), null, settings, output.fd);
  const connections = connect(postgres.url);
  try {
    await product.start();
    await makeAdmin(connections);
    const { cookie } = await signIn(product.url);
    await output.block();
    await sendRequests(product, cookie, counts);
    await output.unblock();
    await waitForCount(product, output, counts);
    await output.block();
    await expectExit(product, "SIGTERM", 0, counts);

    await output.unblock();
    await product.start();
    await output.block();
    await sendRequests(product, cookie, { ...counts, unanswered: 0 });
    await expectExit(product, "SIGUSR2", 1, counts);
    await output.unblock();
    return counts;
  } finally {
    await product.kill();
    await connections.close();
  }
}

/** Health and a report in turn. Ends early where nothing is answered. */
async function sendRequests(product: Product, cookie: string, counts: Counts): Promise<void> {
  const paths = [
    `/health/live${LONG_QUERY}`,
    `/health/ready${LONG_QUERY}`,
    "/v1/me",
    "/v1/reporting/portfolio-insights/properties/map",
  ];
  let sent = 0;
  const send = async () => {
    while (sent < REQUESTS && counts.unanswered === 0) {
      const path = paths[sent++ % paths.length];
      try {
        const answer = await fetch(`${product.url}${path}`, {
          headers: { cookie },
          signal: AbortSignal.timeout(ANSWER_MS),
        });
        await answer.arrayBuffer();
        if (answer.ok) counts.answered++;
        else counts.unanswered++;
      } catch {
        counts.unanswered++;
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
}

async function waitForCount(product: Product, output: Output, counts: Counts): Promise<void> {
  const until = performance.now() + COUNT_MS;
  while (!DROPPED.test(output.text())) {
    if (performance.now() > until) {
      counts.uncounted++;
      return;
    }
    await fetch(`${product.url}/health/live`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
    await pause(100);
  }
}

async function expectExit(
  product: Product,
  signal: "SIGTERM" | "SIGUSR2",
  expected: number,
  counts: Counts,
): Promise<void> {
  const { ended, signal: send } = product.program();
  send(signal);
  const code = await Promise.race([ended, pause(EXIT_MS, "still running" as const)]);
  if (code !== expected) counts.wrongExits++;
  if (code === "still running") await product.kill();
}

async function openDiskOutput(folder: string): Promise<Output | null> {
  const disk = await openSmallDisk(folder, DISK_MB);
  if (disk === null) return null;
  const file = join(disk.folder, "log");
  const fd = openSync(file, "a");
  return {
    fd,
    block: () => disk.fill(),
    unblock: () => disk.free(),
    text: () => readFileSync(file, "utf8"),
    close: async () => {
      closeSync(fd);
      await disk.close();
    },
  };
}

/** A named pipe, so that its buffer is a pipe's and both ends are held here. */
async function openPipeOutput(folder: string): Promise<Output> {
  const path = join(folder, "log-pipe");
  await run("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const fd = openSync(path, constants.O_WRONLY);
  const buffer = Buffer.alloc(1 << 16);
  let text = "";
  let isReading = true;
  const read = () => {
    if (!isReading) return;
    try {
      for (;;) {
        const length = readSync(reader, buffer);
        if (length === 0) return;
        text += buffer.toString("utf8", 0, length);
      }
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    }
  };
  const reading = setInterval(read, 20);
  return {
    fd,
    block: async () => {
      isReading = false;
    },
    unblock: async () => {
      isReading = true;
    },
    text: () => text,
    close: async () => {
      clearInterval(reading);
      closeSync(fd);
      closeSync(reader);
    },
  };
}
