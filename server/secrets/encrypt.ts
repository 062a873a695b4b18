import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const [NONCE, TAG] = [12, 16];

/** What a text is kept for: each purpose has a key of its own. */
export type Purpose = "second factor" | "webhooks";

/** Encrypts a text with a key derived from the session secret, so that only this installation can read it. */
export function encrypt(text: string, sessionSecret: string, purpose: Purpose): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyOf(sessionSecret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @returns the text; null when it was encrypted with another session secret or for another purpose, or is damaged */
export function decrypt(sealed: Buffer, sessionSecret: string, purpose: Purpose): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(sessionSecret, purpose), sealed.subarray(0, NONCE), {
      authTagLength: TAG,
    });
    decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
    return decipher.update(sealed.subarray(NONCE + TAG), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

function keyOf(sessionSecret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync("sha256", sessionSecret, "", `dripline ${purpose}`, 32));
}
