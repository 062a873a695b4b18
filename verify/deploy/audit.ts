import { z } from "zod";
import { runShell } from "./run-shell.ts";

const audit = z.object({
  metadata: z.object({ vulnerabilities: z.object({ high: z.number(), critical: z.number() }) }),
});

/** The high and critical holes that the registry knows in the packages of a folder; null where it does not say. */
export async function countVulnerabilities(folder: string): Promise<number | null> {
  const { output } = await runShell("npm audit --json 2>/dev/null", folder);
  try {
    const { high, critical } = audit.parse(JSON.parse(output)).metadata.vulnerabilities;
    return high + critical;
  } catch {
    return null;
  }
}
