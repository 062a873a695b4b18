import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** A code of an authenticator app is valid for this long, in milliseconds. */
const STEP_MS = 30_000;
/** Allowed clock skew of a phone, in steps, either way. */
const STEPS_OFF = 1;
const RECOVERY_CODES = 10;
/** 80 bits: infeasible to brute-force, so a plain hash is enough. */
const RECOVERY_BYTES = 10;

/** A fresh secret of 160 bits, in base32, as people type it into their app. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function appAddress(secret: string, email: string): string {
  return totp(secret, email).toString();
}

/** The time step of a code of six digits, counted from the epoch; null when it is valid for no step near now. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const token = code.replaceAll(/\s/g, "");
  if (!/^[0-9]{6}$/.test(token)) return null;
  const off = totp(secret, "").validate({ token, timestamp: now, window: STEPS_OFF });
  return off === null ? null : Math.floor(now / STEP_MS) + off;
}

/** Codes for whoever loses their phone, such as `ABCD-EFGH-IJKL-MN23`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_BYTES }).base32.replaceAll(/.{4}(?=.)/g, "$&-"),
  );
}

/** A recovery code as it is stored; however it is written, with dashes or without. */
export function hashRecoveryCode(code: string): Buffer {
  const bare = code.toUpperCase().replaceAll(/[^A-Z2-7]/g, "");
  return createHash("sha256").update(bare).digest();
}

/** SHA-1, six digits, half a minute: what every app supports (RFC 6238). */
function totp(secret: string, label: string): TOTP {
  return new TOTP({ issuer: "Dripline", label, secret: Secret.fromBase32(secret), period: STEP_MS / 1000 });
}
