import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLockfile } from "../../scripts/dependencies/lockfile.ts";
import { runShell } from "./run-shell.ts";

/** A small package, without any behind it. */
const PACKAGE = "csv-parse";

/** Whether npm installs a package of which the lockfile names another content than the registry has. */
export async function installsOther(folder: string): Promise<boolean> {
  const { version = "" } = readLockfile().find(({ name }) => name === PACKAGE) ?? {};
  const dependencies = { [PACKAGE]: version };
  const integrity = `sha512-${Buffer.alloc(64, 7).toString("base64")}`;
  const packages = { "": { dependencies }, [`node_modules/${PACKAGE}`]: { version, integrity } };
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  const { code, output } = await runShell("npm ci", folder);
  if (code !== 0 && !output.includes("EINTEGRITY")) throw new Error(`The control failed otherwise: ${output}`);
  return code === 0;
}
