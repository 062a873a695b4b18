import { z } from "zod";
import type { LogOutput } from "./log-output.ts";
import type { Clock } from "./time/clock.ts";

const ERROR = 50;
const FATAL = 60;
/** What fails once often fails a thousand times: after a sentence, further errors are only logged for so long. */
const QUIET_MS = 60_000;

const line = z.object({ level: z.number(), msg: z.string().default("") });

/**
 * A log file of a server that was started in a terminal: whoever watches is shown errors, and where they are logged.
 * @param say prints a line in the terminal
 */
export function withErrorsShown(file: LogOutput, say: (line: string) => void, path: string, clock: Clock): LogOutput {
  let quietUntil = 0;
  return {
    ...file,
    write: (lines) => {
      file.write(lines);
      const { level, msg } = line.parse(JSON.parse(lines));
      if (level < ERROR || (level < FATAL && clock() < quietUntil)) return;
      quietUntil = clock() + QUIET_MS;
      say(`Error: ${msg}. Details: ${path}`);
    },
  };
}
