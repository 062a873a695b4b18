import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const [NONCE, TAG] = [12, 16];

/** Encrypts a text with a key derived from the session secret, so that only this installation can read it. */
export function encrypt(text: string, sessionSecret: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyOf(sessionSecret), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @returns the text; null when it was encrypted with another session secret, or is damaged */
export function decrypt(sealed: Buffer, sessionSecret: string): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(sessionSecret), sealed.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
    return decipher.update(sealed.subarray(NONCE + TAG), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

function keyOf(sessionSecret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", sessionSecret, "", "dripline second factor", 32));
}
