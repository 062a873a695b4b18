import type { Log } from "../mqtt-client.ts";

/** A log that keeps its messages for a test to check. */
export function keepLog(): Log & { messages: string[] } {
  const messages: string[] = [];
  return {
    messages,
    info: (what) => messages.push(what),
    warn: ({ err }, what) => messages.push(err instanceof Error ? `${what}: ${err.message}` : what),
  };
}
