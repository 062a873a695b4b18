import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, readLockfile, readManifest } from "./lockfile.ts";
import { isOpen, knownVulnerabilities } from "./vulnerabilities.ts";

const { dependencies, devDependencies } = readManifest();
const locked = readLockfile();

test("docs/dependencies.md gives a reason for every direct package, and lists no other", () => {
  const page = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8");
  const parts = page.split("\n## ").slice(1);
  const namedIn = (titles: readonly string[]) =>
    parts
      .filter((part) => titles.some((title) => part.startsWith(title)))
      .flatMap((part) => part.split("\n").filter((line) => line.startsWith("| `")))
      .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1]))
      .toSorted();
  expect(namedIn(["The server"])).toEqual(Object.keys(dependencies).toSorted());
  expect(namedIn(["The app", "Building"])).toEqual(Object.keys(devDependencies).toSorted());
});

test("every package of the lockfile has a checksum", () => {
  expect(locked.filter(({ integrity = "" }) => !integrity.startsWith("sha512-")).map(({ path }) => path)).toEqual([]);
});

test("all packages come from the registry", () => {
  const declared = Object.entries({ ...dependencies, ...devDependencies });
  expect(declared.filter(([, range]) => !/^([\^~]?\d|npm:)/.test(range))).toEqual([]);
  expect(readFileSync(join(ROOT, "package-lock.json"), "utf8")).not.toMatch(
    /"resolved": "(?!https:\/\/registry\.npmjs)/,
  );
});

test("`npm ci --omit=dev` installs no test runner, bundler or browser driver", () => {
  const tool =
    /^(vitest|@vitest\/.*|jest|mocha|vite|rolldown|@rolldown\/.*|rollup|esbuild|webpack|lightningcss.*|playwright.*|puppeteer.*|typescript)$/;
  // npm leaves out what is `dev`, but installs `devOptional`: what a package of production names as an optional peer.
  const installed = locked.filter(({ dev }) => dev !== true).map(({ name }) => name);
  expect(installed).toContain("fastify");
  expect(installed.filter((name) => tool.test(name))).toEqual([]);
});

test("uses no version with a known vulnerability", () => {
  const open = locked.flatMap(({ name, version = "", path }) =>
    knownVulnerabilities
      .filter((vulnerability) => vulnerability.name === name && isOpen(vulnerability, version))
      .map(({ id }) => `${path} ${version}: ${id}`),
  );
  expect(open).toEqual([]);
});

test("matches the versions in the list of vulnerabilities", () => {
  const names = new Set(locked.map(({ name }) => name));
  expect(knownVulnerabilities.filter(({ name }) => !names.has(name))).toEqual([]);
  for (const vulnerability of knownVulnerabilities)
    expect([vulnerability.id, isOpen(vulnerability, vulnerability.fixed)]).toEqual([vulnerability.id, false]);
  const nodemailer = knownVulnerabilities.filter(
    (vulnerability) => vulnerability.name === "nodemailer" && isOpen(vulnerability, "7.0.13"),
  );
  expect(nodemailer.map(({ id }) => id)).toContain("GHSA-6vj9-mwq6-2f5v");
});
