import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startServer } from "../../bench/run/server.ts";
import { storeUser } from "../../server/accounts/create-user.ts";
import { hashPassword } from "../../server/accounts/passwords/passwords.ts";
import type { Connections } from "../../server/database/connect.ts";
import { type Scene, withProduct } from "../harness/scene.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { type Ask, visitor } from "./visitor.ts";

/** The address that people use, as given to the servers that are tried. */
const BASE_URL = "https://water.example.com";
export const PASSWORD = "Quiet-Valves-7!";

/** A server in a process of its own, with what stands behind it. */
export interface Trial {
  url: string;
  ask: Ask;
  /** Its data folder, and the address of the database in it. */
  folder: string;
  databaseUrl: string;
  connections: Connections;
  /** The mails that the server wrote so far, in no order. */
  mails(): Promise<string[]>;
}

/** Works with a server over a new data folder. */
export function inTrial<T>(
  sabotage: Sabotage | null,
  settings: Record<string, string>,
  work: (trial: Trial) => Promise<T>,
): Promise<T> {
  const inScene = async ({ url, folder, beside }: Scene) => {
    const { ask, close } = visitor(url);
    const mails = () => mailsIn(join(folder, "mail"));
    const around = (connections: Connections, databaseUrl: string) =>
      work({ url, ask, folder, databaseUrl, connections, mails });
    return await beside(around).finally(close);
  };
  return withProduct(sabotage, inScene, { settings: { BASE_URL, ...settings } });
}

async function mailsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}

/** Makes people who all have the same password; no other rights. @returns their e-mails */
export async function makePeople({ connections }: Trial, name: string, count: number): Promise<string[]> {
  const hash = await hashPassword(PASSWORD);
  const emails = Array.from({ length: count }, (_, i) => `${name}${i}@example.com`);
  await connections.accounts.transaction().execute(async (tx) => {
    for (const email of emails) {
      await storeUser(tx, { email, firstName: "", lastName: "", password: PASSWORD, memberships: [] }, hash);
    }
  });
  return emails;
}

/** The token of the link to a page, or of the only link, in a mail to somebody; waits until it is there. */
export async function mailedToken(trial: Trial, email: string, page = ""): Promise<string> {
  for (let tries = 0; tries < 500; tries += 1) {
    const own = (await trial.mails()).filter((mail) => mail.startsWith(`To: ${email}\n`));
    const token = new RegExp(`${page}#token=(\\S+)\\n`).exec(own.join("\n"))?.[1];
    if (token !== undefined) return token;
    await pause(10);
  }
  throw new Error(`No mail to ${email} was written.`);
}

/** Works with a second server on the database of a trial. */
export async function besideSecond<T>(trial: Trial, work: (ask: Ask) => Promise<T>): Promise<T> {
  const secret = await readFile(join(trial.folder, "session-secret"), "utf8");
  const settings = {
    DATABASE_URL: trial.databaseUrl,
    SESSION_SECRET: secret.trim(),
    DATA_DIR: join(trial.folder, "second"),
    BASE_URL,
    LOG_LEVEL: "silent",
  };
  const server = await startServer("server/main.ts", settings, ["/health/ready"]);
  const { ask, close } = visitor(server.url);
  try {
    return await work(ask);
  } finally {
    close();
    await server.program.stop();
  }
}
