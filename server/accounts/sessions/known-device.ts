import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { cookieFlags, cookieValue, type SessionCookie } from "./session-cookie.ts";

/** How long a browser counts as a known device after the last sign-in, in seconds. */
const KNOWN_S = 180 * 24 * 60 * 60;

/**
 * A Set-Cookie value that marks a browser in which this account was signed in before. It grants no access: it only
 * counts the owner's attempts apart from those of a brute-force attack.
 */
export function deviceCookie(cookie: SessionCookie, email: string): string {
  const device = randomBytes(16).toString("base64url");
  const value = `${device}.${signature(cookie, device, email).toString("base64url")}`;
  return `${nameOf(cookie)}=${value}; Max-Age=${KNOWN_S}; ${cookieFlags(cookie)}`;
}

/** The device in a Cookie header, if this account was signed in there; null for any other account. */
export function readDevice(cookie: SessionCookie, header: string | undefined, email: string): string | null {
  const [device, given] = cookieValue(header ?? "", nameOf(cookie))?.split(".") ?? [];
  if (device === undefined || given === undefined) return null;
  const right = signature(cookie, device, email);
  const bytes = Buffer.from(given, "base64url");
  return bytes.length === right.length && timingSafeEqual(bytes, right) ? device : null;
}

function nameOf(cookie: SessionCookie): string {
  return `${cookie.name}-device`;
}

function signature(cookie: SessionCookie, device: string, email: string): Buffer {
  return createHmac("sha256", cookie.secret).update(`device ${device} ${email.toLowerCase()}`).digest();
}
