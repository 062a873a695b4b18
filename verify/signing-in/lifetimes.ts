import { inScratchFolder } from "../../bench/run/scratch.ts";
import { createUser } from "../../server/accounts/create-user.ts";
import { createAccountLink, type LinkPurpose } from "../../server/accounts/mails/account-links.ts";
import { readConfig } from "../../server/config.ts";
import { type Server, startServer } from "../../server/start-server.ts";
import { exactly, type Finding } from "../run/check.ts";
import { PASSWORD } from "./trial.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The whole product in this process, whose clock stands until it is moved. */
interface Clocked {
  server: Server;
  clock: { now: number };
}

async function inClocked<T>(settings: Record<string, string>, work: (clocked: Clocked) => Promise<T>): Promise<T> {
  return await inScratchFolder(async (folder) => {
    const clock = { now: Date.UTC(2026, 4, 6, 8) };
    const config = readConfig({ DATA_DIR: folder, DEMO: "off", PORT: "0", LOG_LEVEL: "silent", ...settings });
    const server = await startServer(
      config,
      () => {},
      () => clock.now,
    );
    try {
      await createUser(server.connections, {
        email: "ann@example.com",
        firstName: "",
        lastName: "",
        password: PASSWORD,
        memberships: [],
      });
      return await work({ server, clock });
    } finally {
      await server.stop();
    }
  });
}

/** How long sessions and links last, to the millisecond: the last instant at which they work, and the first without. */
export async function lifetimes(): Promise<Finding[]> {
  const usual = await inClocked({}, async (clocked) => ({
    idle: (await idleLife(clocked, 60 * MINUTE)) / MINUTE,
    busy: (await busyLife(clocked, 12 * HOUR, 30 * MINUTE)) / HOUR,
    reset: (await linkLife(clocked, "reset", 30 * MINUTE)) / MINUTE,
    invitation: (await linkLife(clocked, "invitation", 7 * 24 * HOUR)) / (24 * HOUR),
  }));
  const set = await inClocked({ SESSION_IDLE_MINUTES: "7", SESSION_HOURS: "2" }, async (clocked) => ({
    idle: (await idleLife(clocked, 7 * MINUTE)) / MINUTE,
    busy: (await busyLife(clocked, 2 * HOUR, 5 * MINUTE)) / HOUR,
  }));
  return [
    exactly("minutes that an idle session lasts", usual.idle, 60),
    exactly("hours that a busy session lasts", usual.busy, 12),
    exactly("minutes of an idle session, set to 7", set.idle, 7),
    exactly("hours of a busy session, set to 2", set.busy, 2),
    exactly("minutes that a link for a new password works", usual.reset, 30),
    exactly("days that an invitation works", usual.invitation, 7),
  ];
}

async function signIn({ server }: Clocked): Promise<string> {
  const payload = { email: "ann@example.com", password: PASSWORD };
  const { cookies } = await server.app.inject({ method: "POST", url: "/v1/session", payload });
  return cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");
}

async function isAlive({ server }: Clocked, cookie: string): Promise<boolean> {
  return (await server.app.inject({ url: "/v1/me", headers: { cookie } })).statusCode === 200;
}

/** `life` when it works a millisecond before and no more then; else not a number. */
async function lasts({ clock }: Clocked, life: number, works: () => Promise<boolean>, again = works): Promise<number> {
  clock.now += life - 1;
  const before = await works();
  clock.now += 1;
  return before && !(await again()) ? life : Number.NaN;
}

async function idleLife(clocked: Clocked, life: number): Promise<number> {
  const [one, other] = [await signIn(clocked), await signIn(clocked)];
  // Each request moves the end on: the second is used for the first time at its end.
  return lasts(
    clocked,
    life,
    () => isAlive(clocked, one),
    () => isAlive(clocked, other),
  );
}

/** Of a session that is used every `rest` milliseconds. */
async function busyLife(clocked: Clocked, life: number, rest: number): Promise<number> {
  const cookie = await signIn(clocked);
  for (let past = rest; past < life; past += rest) {
    clocked.clock.now += rest;
    if (!(await isAlive(clocked, cookie))) return past;
  }
  const last = await lasts(clocked, rest, () => isAlive(clocked, cookie));
  return life - rest + last;
}

async function linkLife(clocked: Clocked, purpose: LinkPurpose, life: number): Promise<number> {
  const { accounts } = clocked.server.connections;
  const user = await accounts.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const token = await accounts
    .transaction()
    .execute((tx) => createAccountLink(tx, user.id, purpose, clocked.clock.now));
  const url = purpose === "reset" ? "/v1/password/reset" : "/v1/invitation";
  // A link that works tells what is wrong with the password, and stays as it is.
  const works = async () => {
    const answer = await clocked.server.app.inject({ method: "POST", url, payload: { token, password: "short" } });
    return answer.statusCode === 422;
  };
  return lasts(clocked, life, works);
}
