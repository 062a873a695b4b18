import { hash, type Options, verify } from "@node-rs/argon2";

/** Argon2id (the library's algorithm when none is named) with 19 MiB and two passes, the floor that OWASP asks for. */
const ARGON2ID: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The password as it is stored: an Argon2id string with its own salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID);
}

/** Whether `password` is the one that `stored` was made from; false also for a stored text that is no Argon2 string. */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, password);
  } catch {
    return false;
  }
}
