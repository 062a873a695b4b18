import { createHash, randomBytes } from "node:crypto";

/** A secret of 256 random bits, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token: its SHA-256. With 256 random bits it needs neither salt nor cost. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
