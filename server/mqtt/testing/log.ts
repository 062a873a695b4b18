import type { Log } from "../mqtt-client.ts";

/** A log that keeps its messages for a test to check. */
export function keepLog(): Log & { said: string[] } {
  const said: string[] = [];
  return {
    said,
    info: (what) => said.push(what),
    warn: ({ err }, what) => said.push(err instanceof Error ? `${what}: ${err.message}` : what),
  };
}
