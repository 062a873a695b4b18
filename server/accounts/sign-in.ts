import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { sql } from "kysely";
import type { Connections } from "../database/connect.ts";
import type { Clock } from "../time/clock.ts";
import { isPassword, spendTimeOf } from "./passwords.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { endOfSession, type SessionLife } from "./session-life.ts";

/** Where a sign-in comes from; kept with the session so that people recognize it. */
export interface Device {
  address: string;
  userAgent: string;
}

/** A new session. */
export interface Started {
  /** Set-Cookie values. */
  cookies: string[];
  /** The stored password hash that was verified. */
  stored: string;
}

/**
 * Starts a session for an e-mail and its password.
 * @returns null when e-mail and password do not match; a wrong e-mail and a wrong
 * password take the same time.
 */
export type SignIn = (email: string, password: string, device: Device) => Promise<Started | null>;

/** Prepares signing in for the installation that people reach at `baseUrl`. */
export function createSignIn(
  connections: Connections,
  cookie: SessionCookie,
  options: { baseUrl: string; clock: Clock; sessionLife: SessionLife },
): SignIn {
  // better-auth does not report which stored hash it matched; a separate query would take time.
  const looking = new AsyncLocalStorage<{ stored: string }>();
  const auth = betterAuth({
    ...ourTables,
    session: { ...ourTables.session, expiresIn: options.sessionLife.absoluteMs / 1000 },
    database: connections.accountsPool,
    baseURL: options.baseUrl,
    secret: cookie.secret,
    telemetry: { enabled: false },
    // User and password in one query, so that an unknown e-mail costs as many queries as a known one.
    experimental: { joins: true },
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: {
        // Called where no account has the e-mail.
        hash: spendTimeOf,
        verify: ({ hash, password }) => {
          const look = looking.getStore();
          if (look !== undefined) look.stored = hash;
          return isPassword(hash, password);
        },
      },
    },
    advanced: {
      database: { generateId: "serial" },
      useSecureCookies: false, // would put its own prefix before ours
      cookies: {
        session_token: {
          name: cookie.name,
          attributes: { secure: cookie.secure, httpOnly: true, sameSite: "lax", path: "/" },
        },
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async ({ userId }) => {
            const now = options.clock();
            // Reached only with a correct password: the time of this statement reveals nothing to strangers.
            if (!(await isAlive(connections, Number(userId)))) return false;
            return {
              data: {
                token: randomBytes(32).toString("base64url"),
                createdAt: new Date(now),
                updatedAt: new Date(now),
                expiresAt: endOfSession(options.sessionLife, now, now),
              },
            };
          },
        },
      },
    },
  });

  return async (email, password, device) => {
    try {
      const look = { stored: "" };
      const { headers } = await looking.run(look, () =>
        auth.api.signInEmail({
          body: { email, password },
          headers: new Headers({ "user-agent": device.userAgent, "x-forwarded-for": device.address }),
          returnHeaders: true,
        }),
      );
      await sql`delete from sessions where expires_at <= ${new Date(options.clock())}`.execute(connections.accounts);
      return { cookies: headers.getSetCookie(), stored: look.stored };
    } catch (error) {
      if (isAPIError(error) && error.statusCode < 500) return null;
      throw error;
    }
  };
}

/** Whether the user still exists: deleted ones have no sessions. */
async function isAlive({ accounts }: Connections, userId: number): Promise<boolean> {
  const found = await sql`select from users where id = ${userId} and deleted_at is null`.execute(accounts);
  return found.rows.length === 1;
}

/** better-auth's models as our tables name them. Its own end of a session is only the cookie's; see session-life.ts. */
const ourTables = {
  user: {
    modelName: "users",
    fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
  },
  session: {
    modelName: "sessions",
    fields: {
      userId: "user_id",
      expiresAt: "expires_at",
      ipAddress: "ip_address",
      userAgent: "user_agent",
      createdAt: "created_at",
      updatedAt: "updated_at",
    },
  },
  account: {
    modelName: "credentials",
    fields: {
      userId: "user_id",
      accountId: "account_id",
      providerId: "provider_id",
      accessToken: "access_token",
      refreshToken: "refresh_token",
      idToken: "id_token",
      accessTokenExpiresAt: "access_token_expires_at",
      refreshTokenExpiresAt: "refresh_token_expires_at",
      createdAt: "created_at",
      updatedAt: "updated_at",
    },
  },
  verification: {
    modelName: "verifications",
    fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
  },
} satisfies BetterAuthOptions;
