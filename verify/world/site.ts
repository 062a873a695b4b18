import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InjectOptions } from "fastify";
import { sql } from "kysely";
import { hashToken, newToken } from "../../server/accounts/tokens/secret-token.ts";
import { readConfig } from "../../server/config.ts";
import type { Connections } from "../../server/database/connect.ts";
import { fromOwnPage } from "../../server/http/testing/own-page.ts";
import { type Server, startServer } from "../../server/start-server.ts";

/** The server that is tried stands still at this instant, as seen by all its parts. */
export const NOW = Date.parse("2026-06-10T17:00:00Z");
export const SECRET = "a secret for trials, of 32 characters and more";

export interface Request {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: object | string | undefined;
  /** Whom it comes from; this machine unless given. */
  address?: string;
  /** Sent with the given headers only; else with those that a browser adds to a cookie. */
  isBare?: boolean;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** The whole product in this process, over a database that is there already. */
export interface Site {
  connections: Connections;
  /** Where it listens. */
  url: string;
  /** Where it keeps files, mails that have no server among them. */
  folder: string;
  /** What it serves, such as `GET /v1/leaks/:id`. */
  routes: readonly string[];
  ask(request: Request): Promise<Answer>;
  close(): Promise<void>;
}

/** @param settings further ones of the server */
export async function openSite(databaseUrl: string, settings: Record<string, string> = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), "dripline-walls-"));
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SESSION_SECRET: SECRET,
    PORT: "0",
    LOG_LEVEL: "silent",
    UPLOAD_LIMIT_MB: "1",
    ...settings,
  });
  const server: Server = await startServer(
    config,
    () => {},
    () => NOW,
  );
  return {
    connections: server.connections,
    url: server.url,
    folder,
    routes: routesIn(server.app.printRoutes({ commonPrefix: false })),
    ask: async ({ method, url, headers, body, address, isBare = false }) => {
      const options: InjectOptions = { method, url, headers: isBare ? headers : fromOwnPage(headers) };
      if (address !== undefined) options.remoteAddress = address;
      if (body !== undefined) options.payload = body;
      const answer = await server.app.inject(options);
      const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
      return { status: answer.statusCode, headers: Object.fromEntries(named), text: answer.body };
    },
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The routes of the tree that Fastify draws of them. */
function routesIn(tree: string): string[] {
  const found: string[] = [];
  const above: string[] = [];
  for (const line of tree.split("\n")) {
    const match = /^([\s│]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (match === null) continue;
    const [, indent = "", name = "", methods = ""] = match;
    above.length = indent.length / 4;
    above.push(name);
    for (const method of methods.split(", ").filter((text) => text !== "")) found.push(`${method} ${above.join("")}`);
  }
  return found;
}

/** Starts a session of a user without a password. @returns the Cookie header */
export async function startSession(
  { accounts }: Connections,
  userId: number,
  expiresAt = new Date(NOW + 3_600_000),
): Promise<{ id: number; cookie: string; token: string }> {
  const token = newToken();
  const made = await sql<{ id: number }>`
    insert into sessions (user_id, token_hash, expires_at, created_at, updated_at)
    values (${userId}, ${hashToken(token)}, ${expiresAt}, ${new Date(NOW)}, ${new Date(NOW)}) returning id`.execute(
    accounts,
  );
  return { id: made.rows[0]?.id ?? 0, cookie: cookieOf(token, SECRET), token };
}

/** The Cookie header of a session token, signed with a secret. */
export function cookieOf(token: string, secret: string): string {
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  return `dripline=${encodeURIComponent(`${token}.${signature}`)}`;
}
