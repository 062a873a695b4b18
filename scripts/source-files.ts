import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Paths of the files that git tracks or would add, by its patterns such as `*.ts`; deleted ones are left out. */
export function sourceFiles(...patterns: readonly string[]): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns];
  return execFileSync("git", args, { encoding: "utf8" }).trim().split("\n").filter(existsSync);
}
