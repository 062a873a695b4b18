import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { z } from "zod";
import { longTests } from "./long-tests.ts";

/**
 * `npm run tests -- <commit>`: whether every test of that commit is still there, in whichever file, and is run by `npm
 * test` or by `npm run verify`. Tests are compared by name, parametrized ones by their template.
 */
const root = resolve(import.meta.dirname, "..");
const [commit] = process.argv.slice(2);

const now = listTests(root);
const gone = Object.keys(longTests).filter((file) => !existsSync(join(root, file)));
for (const file of gone) process.stdout.write(`scripts/long-tests.ts names ${file}, which is not there.\n`);
const inVerify = now.filter(({ file }) => file in longTests);
process.stdout.write(
  `${now.length} tests: ${now.length - inVerify.length} by npm test, ${inVerify.length} by npm run verify.\n`,
);
const lost = commit === undefined ? [] : lostSince(commit);
for (const { file, name } of lost) process.stdout.write(`lost: ${file}: ${name}\n`);
if (commit !== undefined) process.stdout.write(`${lost.length} tests of ${commit} are lost.\n`);
process.exit(lost.length + gone.length === 0 ? 0 : 1);

interface ListedTest {
  file: string;
  name: string;
}

/** The tests of a commit whose names no test has now as often as then. */
function lostSince(wanted: string): ListedTest[] {
  const folder = mkdtempSync(join(tmpdir(), "dripline-tests-"));
  try {
    run("git", ["worktree", "add", "--detach", folder, wanted], root);
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const left = new Map<string, number>();
    for (const { name } of now) left.set(name, (left.get(name) ?? 0) + 1);
    return listTests(folder).filter(({ name }) => {
      const count = left.get(name) ?? 0;
      left.set(name, count - 1);
      return count <= 0;
    });
  } finally {
    run("git", ["worktree", "remove", "--force", folder], root);
    rmSync(folder, { recursive: true, force: true });
  }
}

function listTests(folder: string): ListedTest[] {
  const written = join(mkdtempSync(join(tmpdir(), "dripline-list-")), "tests.json");
  run(process.execPath, ["node_modules/vitest/vitest.mjs", "list", `--json=${written}`], folder);
  const listed = z
    .array(z.object({ file: z.string(), name: z.string() }))
    .parse(JSON.parse(readFileSync(written, "utf8")));
  return listed.map(({ file, name }) => ({ file: relative(folder, file), name }));
}

function run(program: string, args: string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr.slice(-2000)}`);
}
