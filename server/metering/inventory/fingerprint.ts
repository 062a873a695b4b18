import { createHash } from "node:crypto";

/** A number of 32 bits that differs where two descriptions differ. */
export function fingerprintOf(description: unknown): number {
  return createHash("sha256").update(JSON.stringify(description)).digest().readUInt32LE(0);
}
