import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Me } from "../../contract/session.ts";
import { createFirstAdmin, isFirstAdminOpen } from "../accounts/first-admin.ts";
import type { RequestScope } from "../accounts/scope.ts";
import { clearedCookie, readSessionToken, type SessionCookie } from "../accounts/session-cookie.ts";
import { endSession, recordFailedSignIn, recordSignIn } from "../accounts/session-record.ts";
import type { SignIn } from "../accounts/sign-in.ts";
import type { SignInGuard } from "../accounts/sign-in-guard.ts";
import type { Clock } from "../clock.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { ProblemError } from "../problem.ts";
import type { Routes } from "./route.ts";

export interface SessionDeps {
  connections: Connections;
  cookie: SessionCookie;
  signIn: SignIn;
  guard: SignInGuard;
  clock: Clock;
}

/** Signing in and out, who is signed in, and the first administrator. */
export function serveSession(routes: Routes, deps: SessionDeps): void {
  const { connections, cookie, guard, clock } = deps;

  routes.scoped("GET /v1/me", ({ scope }) => whoIs(connections, scope));

  routes.open("POST /v1/session", async ({ body, request, reply }) => {
    const wait = guard.begin(body.email, request.ip);
    if (wait !== null) {
      reply.header("retry-after", String(wait));
      throw new ProblemError("too_many_requests", `Too many attempts. Try again in ${wait} seconds.`);
    }
    await startSession(deps, request, reply, body);
    guard.succeeded(body.email, request.ip);
    return { signed_in: true };
  });

  routes.open("DELETE /v1/session", async ({ request, reply }) => {
    await connections.accounts.transaction().execute((tx) => endOwnSession(tx, deps, request));
    reply.header("set-cookie", clearedCookie(cookie));
    reply.header("clear-site-data", '"cache", "storage"');
    return { signed_in: false };
  });

  routes.open("GET /v1/first-admin", async () => ({ open: await isFirstAdminOpen(connections) }));

  routes.open("POST /v1/first-admin", async ({ body, request, reply }) => {
    const { first_name: firstName, last_name: lastName, ...rest } = body;
    await createFirstAdmin(connections, clock, { ...rest, firstName, lastName }, request.id);
    await startSession(deps, request, reply, body);
    return { signed_in: true };
  });
}

/**
 * Signs in on this browser; a session that it had before ends. The session itself is made before it is on record, but
 * nobody gets its cookie unless it is.
 */
async function startSession(
  deps: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const cookies = await deps.signIn(email, password, {
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
  });
  const asked = { requestId: request.id, at: deps.clock() };
  await deps.connections.accounts.transaction().execute(async (tx) => {
    if (cookies === null) return recordFailedSignIn(tx, email, asked);
    await endOwnSession(tx, deps, request);
    await recordSignIn(tx, email, asked);
  });
  if (cookies === null) throw new ProblemError("wrong_credentials", "E-mail or password is wrong.");
  reply.header("set-cookie", cookies);
}

/** Ends the session of the request's cookie, if it has one. Fails when the database does, so that nobody is told "signed out" who is not. */
async function endOwnSession(tx: Transactional, { cookie, clock }: SessionDeps, request: FastifyRequest) {
  const token = readSessionToken(cookie, request.headers.cookie);
  if (token !== null) await endSession(tx, token, { requestId: request.id, at: clock() });
}

async function whoIs(connections: Connections, scope: RequestScope): Promise<Me> {
  const user = await connections.accounts
    .selectFrom("users")
    .select(["email", "first_name", "last_name"])
    .where("id", "=", scope.userId)
    .executeTakeFirst();
  if (user === undefined) throw new ProblemError("not_signed_in", "Sign in, then ask again.");
  const organizations = await connections.accounts
    .selectFrom("organizations as o")
    .select(["o.id", "o.name"])
    .$if(!scope.isStaff, (query) =>
      query.innerJoin("memberships as m", "m.organization_id", "o.id").where("m.user_id", "=", scope.userId),
    )
    .$if(scope.role === "ION staff", (query) =>
      query.where(sql<boolean>`o.id = any(${scope.organizationIds}::bigint[])`),
    )
    .orderBy("o.name")
    .orderBy("o.id")
    .execute();
  return {
    id: scope.userId,
    ...user,
    username: user.email,
    is_staff: scope.isStaff,
    role: scope.role,
    permissions: scope.permissions,
    organizations,
    current_organization_id: scope.currentOrganizationId,
  };
}
