import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../database/connect.ts";
import { openSmtpServer } from "../../mail/testing/smtp-server.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { createUser } from "../create-user.ts";
import { listMails } from "./mail-list.ts";

const MAIN = join(import.meta.dirname, "../../main.ts");

/** A process of its own that serves. */
async function serve(databaseUrl: string, smtpUrl: string): Promise<{ child: ChildProcess; url: string }> {
  const folder = await mkdtemp(join(tmpdir(), "dripline-killed-"));
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SESSION_SECRET: "not a secret, for one test run only",
    PORT: "0",
    SMTP_URL: smtpUrl,
    MAIL_FROM: "Dripline <water@example.com>",
    LOG_LEVEL: "silent",
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(async () => {
    await kill(child);
    await rm(folder, { recursive: true, force: true });
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Dripline is ready at (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error("The server ended before it was ready.");
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

const post = (url: string, body: object) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

test("sends a mail after a restart when its server was killed while sending", async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const connections = connect(database.url);
  onTestFinished(() => connections.close());
  const person = { email: "ann@example.com", password: "Quiet-Valves-7!", firstName: "", lastName: "" };
  await createUser(connections, { ...person, memberships: [] });
  // Accepts connections and never responds, so that the kill comes before the mail was accepted.
  const silent = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    silent.close();
  });
  await once(silent, "listening");
  const address = silent.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");

  const killed = await serve(database.url, `smtp://127.0.0.1:${address.port}`);
  const connected = once(silent, "connection");
  expect((await post(`${killed.url}/v1/password/forgotten`, { email: "ann@example.com" })).status).toBe(202);
  await connected;
  await kill(killed.child);
  expect(await listMails(connections)).toMatchObject([{ state: "waiting", purpose: "reset", attempts: 1 }]);

  // The lease of the dead process runs out.
  await sql`update mails set leased_until = leased_until - interval '2 minutes'`.execute(connections.accounts);
  const smtp = await openSmtpServer();
  onTestFinished(() => smtp.close());
  const next = await serve(database.url, smtp.url);
  await expect.poll(() => listMails(connections), { timeout: 20_000 }).toEqual([]);
  expect(smtp.taken.map(({ to }) => to)).toEqual([["<ann@example.com>"]]);
  const message = smtp.taken[0]?.message.replaceAll(/(?<!\?)=\n/g, "").replaceAll("=3D", "=") ?? "";
  expect(message).toMatch(/^Message-ID: <[0-9a-f-]{36}@localhost>$/m);
  const token = /#token=([\w-]+)/.exec(message)?.[1];
  expect((await post(`${next.url}/v1/password/reset`, { token, password: "Silent-Meters-7!" })).status).toBe(200);
}, 240_000);
