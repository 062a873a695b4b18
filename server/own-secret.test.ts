import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { ownSecret } from "./own-secret.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dripline-secret-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("creates a secret for each installation once, readable by its own user only", async () => {
  const [data, other] = [join(folder, "data"), join(folder, "other")];
  const secret = await ownSecret(data);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await ownSecret(data)).toBe(secret);
  expect(await ownSecret(other)).not.toBe(secret);
  expect((await stat(join(data, "session-secret"))).mode & 0o777).toBe(0o600);
  expect(await readdir(data)).toEqual(["session-secret"]);
});

test("ignores a secret that is empty or was not written completely", async () => {
  await writeFile(join(folder, "session-secret.part"), "abc");
  expect(await ownSecret(folder)).toHaveLength(64);
  await writeFile(join(folder, "session-secret"), "\n");
  await expect(ownSecret(folder)).rejects.toThrow("session-secret is damaged");
});

test.each([
  [undefined, "so SESSION_SECRET must be too"],
  ["", "so SESSION_SECRET must be too"],
  ["x".repeat(31), "SESSION_SECRET needs at least 32 characters"],
  ["x".repeat(32), "SESSION_SECRET is easy to guess"],
  ["changeme".repeat(4), "SESSION_SECRET is easy to guess"],
  ["please-change-me_".repeat(3).slice(0, 40), "SESSION_SECRET is easy to guess"],
  ["abcdefghijklmnopqrstuvwxyz012345", "SESSION_SECRET is easy to guess"],
])("%o as secret stops the start with DATABASE_URL", (SESSION_SECRET, sentence) => {
  const DATABASE_URL = "postgres://dripline:secret@db.example.com/dripline";
  expect(() => readConfig({ DATABASE_URL, SESSION_SECRET })).toThrow(sentence);
});

test("accepts random secrets in any encoding", () => {
  const DATABASE_URL = "postgres://dripline:secret@db.example.com/dripline";
  for (let i = 0; i < 2000; i += 1) {
    for (const [bytes, encoding] of [
      [32, "hex"],
      [32, "base64"],
      [24, "base64"],
      [24, "base64url"],
    ] as const) {
      const SESSION_SECRET = randomBytes(bytes).toString(encoding);
      expect(readConfig({ DATABASE_URL, SESSION_SECRET }).sessionSecret).toBe(SESSION_SECRET);
    }
  }
});

test("rejects a file with a secret that is easy to guess", async () => {
  await writeFile(join(folder, "session-secret"), "0".repeat(64));
  await expect(ownSecret(folder)).rejects.toThrow("session-secret is damaged");
});
