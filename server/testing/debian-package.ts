import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Installs a package of the system when this is Debian and we are root; else does nothing.
 * @param what it is for, for the logged line
 */
export function installDebianPackage(name: string, what: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  process.stdout.write(`Installing ${name} for ${what}…\n`);
  const install = (...args: string[]) =>
    execFileSync("apt-get", ["-q", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  install("update");
  install("install", "-y", "--no-install-recommends", name);
}
