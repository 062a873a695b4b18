import { createHmac, timingSafeEqual } from "node:crypto";

/** The name and flags of the session cookie. */
export interface SessionCookie {
  name: string;
  /** Over plain http a browser accepts neither Secure nor the __Host- prefix. */
  secure: boolean;
  secret: string;
}

/** The session cookie of an installation that people reach at `baseUrl`; `secret` signs it. */
export function sessionCookie(baseUrl: string, secret: string): SessionCookie {
  const secure = new URL(baseUrl).protocol === "https:";
  return { name: sessionCookieName(secure), secure, secret };
}

export function sessionCookieName(secure: boolean): string {
  return secure ? "__Host-dripline" : "dripline";
}

/**
 * The session token in a Cookie header; null without one, or when its signature is not ours. The value is
 * `token.signature`, HMAC-SHA-256 in base64: a made-up token costs the database nothing.
 */
export function readSessionToken(cookie: SessionCookie, header: string | undefined): string | null {
  const value = cookieValue(header ?? "", cookie.name);
  const dot = value?.lastIndexOf(".") ?? -1;
  if (value === null || dot < 1) return null;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), "base64");
  const right = createHmac("sha256", cookie.secret).update(token).digest();
  return given.length === right.length && timingSafeEqual(given, right) ? token : null;
}

/** A Set-Cookie value with a session's token, signed. @param lastsMs how long the browser keeps it */
export function signedCookie(cookie: SessionCookie, token: string, lastsMs: number): string {
  const value = `${token}.${createHmac("sha256", cookie.secret).update(token).digest("base64")}`;
  return `${cookie.name}=${encodeURIComponent(value)}; Max-Age=${lastsMs / 1000}; ${cookieFlags(cookie)}`;
}

/** A Set-Cookie value that deletes the session cookie. */
export function clearedCookie(cookie: SessionCookie): string {
  return `${cookie.name}=; Max-Age=0; ${cookieFlags(cookie)}`;
}

/** Attributes of all our cookies: not readable by scripts, and sent from other sites only when a link is followed. */
export function cookieFlags({ secure }: SessionCookie): string {
  return `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** The value of one cookie in a Cookie header; null without it, or when it is damaged. */
export function cookieValue(header: string, name: string): string | null {
  const pair = header
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  if (pair === undefined) return null;
  try {
    return decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return null;
  }
}
