import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";

const BYTES = 32;

/**
 * The session secret of an installation that has none in its settings: 256 random bits, made on its first start, which
 * only the server's own user can read.
 * @throws Error when the file holds less, for whatever would be signed with it could be forged
 */
export async function ownSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "session-secret");
  if (!existsSync(file)) await writeSecret(dataDir, file);
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length >= BYTES) return secret;
  throw new Error(`${file} is damaged. Delete it: the server makes another, with which everybody signs in anew.`);
}

/** Whole or not at all: a machine that falls in between leaves no short secret behind. */
async function writeSecret(dataDir: string, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const part = `${file}.part`;
  const written = await open(part, "w", 0o600);
  try {
    await written.writeFile(randomBytes(BYTES).toString("hex"));
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(part, file);
}
