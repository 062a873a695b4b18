import { Command } from "commander";
import { endUserSession, listOwnSessions } from "../../accounts/sessions/own-sessions.ts";
import type { Connections } from "../../database/connect.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { systemClock } from "../../time/clock.ts";
import { commandActor } from "../command/command-actor.ts";
import { withExample } from "../command/example.ts";
import { withDatabase } from "../command/with-database.ts";
import { named } from "../names/named.ts";
import { printJson } from "../output/print-json.ts";
import { type Columns, minute, table } from "../output/table.ts";

/** More than any user has; of more, the last used ones are shown. */
const MOST = 1000;

/** `dripline sessions list | end`: where a user is signed in. */
export function sessionsCommand(): Command {
  const command = new Command("sessions").description("Where somebody is signed in.");
  const list = command
    .command("list")
    .description("The sessions of a user, the last seen first.")
    .argument("<user>", "their e-mail, or id")
    .option("--json", "print the list as JSON")
    .action(listed);
  withExample(list, "sessions list ann@example.com");
  const end = command
    .command("end")
    .description("End sessions of a user: their next request is rejected.")
    .argument("<user>", "their e-mail, or id")
    .argument("<id...>", "as sessions list shows it, or: all")
    .option("--json", "print the ids of those that ended, as JSON")
    .action(ended);
  withExample(end, "sessions end ann@example.com all");
  return command;
}

type Session = Awaited<ReturnType<typeof listOwnSessions>>["rows"][number];

const columns: Columns<Session> = {
  id: (row) => row.id,
  "signed in": (row) => minute(row.signed_in_at),
  "last seen": (row) => minute(row.last_seen_at),
  ends: (row) => minute(row.expires_at),
  address: (row) => row.ip_address,
  browser: (row) => row.user_agent,
};

async function listed(user: string, options: { json?: true }): Promise<void> {
  const rows = await withDatabase(async (connections) => (await sessionsOf(connections, user)).rows);
  if (options.json === true) printJson(rows.map(({ current: _, ...row }) => row));
  else if (rows.length === 0) process.stdout.write("There are no active sessions.\n");
  else process.stdout.write(table(columns, rows));
}

async function ended(user: string, args: string[], options: { json?: true }): Promise<void> {
  const gone = await withDatabase(async (connections) => {
    const { userId, rows } = await sessionsOf(connections, user);
    const isAll = args.length === 1 && args[0] === "all";
    const chosen = isAll ? rows.map(({ id }) => String(id)) : args;
    const strange = chosen.filter((arg) => !rows.some(({ id }) => String(id) === arg));
    if (strange.length > 0)
      throw new UsageError(`This user has no session ${strange.join(", ")}. See: sessions list ${user}`);
    const done: number[] = [];
    for (const id of chosen.map(Number)) {
      if (await endUserSession(connections, commandActor(), userId, id, null)) done.push(id);
    }
    return done;
  });
  if (options.json === true) printJson({ ended: gone });
  else process.stdout.write(gone.length === 1 ? "1 session has ended.\n" : `${gone.length} sessions have ended.\n`);
}

async function sessionsOf(connections: Connections, user: string): Promise<{ userId: number; rows: Session[] }> {
  const { id: userId } = await named(connections, "user", user);
  const params = { userId, token: null, now: systemClock() };
  const { rows } = await listOwnSessions(connections, params, { page: 1, page_size: MOST });
  return { userId, rows };
}
