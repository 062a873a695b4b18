import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { cookieFlags, cookieValue, type SessionCookie } from "../sessions/session-cookie.ts";

/** Time limit at the provider, in milliseconds: people may have to look for a password there. */
export const AWAY_MS = 10 * 60_000;
/** Time limit for the code of their own second factor, in milliseconds. */
export const CODE_MS = 5 * 60_000;

const until = z.number();
const return_to = z.string();

/** Steps of a single sign-on. */
const keptStep = z.discriminatedUnion("step", [
  /** The browser is at the provider. */
  z.object({ step: z.literal("away"), state: z.string(), nonce: z.string(), verifier: z.string(), return_to, until }),
  /** The provider has authenticated the person; their own second factor is still to come. */
  z.object({ step: z.literal("code"), user_id: z.number(), email: z.string(), return_to, until }),
]);
export type KeptStep = z.infer<typeof keptStep>;

/**
 * A Set-Cookie value that stores a step in the browser that began it: signed against tampering, and Lax, because the
 * provider redirects from its own site. Nothing is stored on the server.
 */
export function stepCookie(cookie: SessionCookie, step: KeptStep, now: number): string {
  const payload = Buffer.from(JSON.stringify(step)).toString("base64url");
  const value = `${payload}.${signature(cookie, payload).toString("base64url")}`;
  return `${nameOf(cookie)}=${value}; Max-Age=${Math.ceil((step.until - now) / 1000)}; ${cookieFlags(cookie)}`;
}

/** A Set-Cookie value that deletes the step's cookie. */
export function clearedStep(cookie: SessionCookie): string {
  return `${nameOf(cookie)}=; Max-Age=0; ${cookieFlags(cookie)}`;
}

/** The step in a Cookie header; null without one, or when its signature is wrong or it has expired. */
export function readStep(cookie: SessionCookie, header: string | undefined, now: number): KeptStep | null {
  const [payload, given] = cookieValue(header ?? "", nameOf(cookie))?.split(".") ?? [];
  if (payload === undefined || given === undefined) return null;
  const right = signature(cookie, payload);
  const bytes = Buffer.from(given, "base64url");
  if (bytes.length !== right.length || !timingSafeEqual(bytes, right)) return null;
  // Another version of the server may have written another format.
  const step = keptStep.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8"))).data;
  return step !== undefined && now < step.until ? step : null;
}

function nameOf(cookie: SessionCookie): string {
  return `${cookie.name}-single-sign-on`;
}

function signature(cookie: SessionCookie, payload: string): Buffer {
  return createHmac("sha256", cookie.secret).update(`single sign-on ${payload}`).digest();
}
