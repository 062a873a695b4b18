import { availableParallelism } from "node:os";
import { hash, type Options, verify } from "@node-rs/argon2";
import { createWorkQueue } from "../../queue/work-queue.ts";

/** Argon2id (the library's algorithm when none is named) with 19 MiB and two passes, the floor that OWASP asks for. */
const ARGON2ID: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Leaves one processor to everything else, and one of Node's four threads for such work. */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
/** The last in the queue waits for about a second, on a busy machine for several. */
const WAITING = 40 * AT_ONCE;

const CROWDED = "Too many people are signing in. Try again in a few seconds.";

/** A queue of its own for sign-ins: a flood of them does not delay other requests. */
const hashing = createWorkQueue(AT_ONCE, WAITING, CROWDED);

/** As many as there are slots; nothing is queued here. */
const admission = createWorkQueue(AT_ONCE + WAITING, 0, CROWDED);

/**
 * Runs work that verifies a password, if there is a free slot: a flood of sign-ins is rejected up front, before it
 * costs the database anything or counts as an attempt.
 * @throws ProblemError unavailable when there is none
 */
export function withRoomForPassword<T>(work: () => Promise<T>): Promise<T> {
  return admission.run(work);
}

/**
 * The password as it is stored: an Argon2id string with its own salt and parameters.
 * @throws ProblemError unavailable when the queue is full
 */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(password.normalize("NFC"), ARGON2ID));
}

/**
 * Whether `password` is the one that `stored` was made from; false also for a stored text that is no Argon2 string.
 * @throws ProblemError unavailable when the queue is full
 */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  for (const spelling of spellings(password)) {
    if (await hashing.run(() => verify(stored, spelling).catch(() => false))) return true;
  }
  return false;
}

/** Takes as long as rejecting a wrong password, where there is none to compare it with. */
export async function spendTimeOf(password: string): Promise<string> {
  let spent = "";
  for (const _spelling of spellings(password)) spent = await hashPassword(password);
  return spent;
}

/**
 * The forms in which a password is tried. Systems write the same letter as one character or as two, and people move
 * between systems: NFC, per RFC 8265 (NFKC would equate different characters). As typed, too, as stored hashes may be.
 */
function spellings(password: string): string[] {
  return [...new Set([password.normalize("NFC"), password])];
}
