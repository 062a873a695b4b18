import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";

const BYTES = 32;
/** So many different characters even a short random text of hexadecimal digits has, but for one in ten million. */
const MIN_VARIETY = 8;
/** A text that goes on as it began for longer than this is a repeated one. */
const MAX_REPEATED = 8;

/**
 * Whether a secret has the variety of a random one: no repeated word, no sequence such as `abcdef…`. Nothing tells a
 * sentence that somebody knows from a random one.
 */
export function isVaried(secret: string): boolean {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, i) => code - (codes[i] ?? 0));
  const isRepeated = codes.some(
    (_, i) => i > 0 && i < secret.length - MAX_REPEATED && secret.startsWith(secret.slice(i)),
  );
  return new Set(codes).size >= MIN_VARIETY && new Set(steps).size >= MIN_VARIETY && !isRepeated;
}

/**
 * The session secret of an installation that has none in its settings: 256 random bits, made on its first start, which
 * only the server's own user can read.
 * @throws Error when the file holds less, for whatever would be signed with it could be forged
 */
export async function ownSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "session-secret");
  if (!existsSync(file)) await writeSecret(dataDir, file);
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length >= BYTES && isVaried(secret)) return secret;
  throw new Error(`${file} is damaged. Delete it: the server creates a new one, and everybody has to sign in again.`);
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
