import { z } from "zod";
import { runShell } from "./run-shell.ts";

const audit = z.object({
  metadata: z.object({ vulnerabilities: z.object({ high: z.number(), critical: z.number() }) }),
});

/** High and critical vulnerabilities of a folder's packages in the registry; null where it does not report them. */
export async function countVulnerabilities(folder: string): Promise<number | null> {
  const { output } = await runShell("npm audit --json 2>/dev/null", folder);
  try {
    const { high, critical } = audit.parse(JSON.parse(output)).metadata.vulnerabilities;
    return high + critical;
  } catch {
    return null;
  }
}
