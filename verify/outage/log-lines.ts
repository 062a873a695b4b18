import { z } from "zod";
import type { Program } from "../../bench/run/program.ts";

const line = z.looseObject({ level: z.number(), msg: z.string().optional() });
export type LogLine = z.infer<typeof line>;

/** The level of the log from which on something was not as it should be. */
export const WARN = 40;

/** What a server logged from a level on. Its sentences for people are left out. */
export function loggedFrom(level: number, program: Program): LogLine[] {
  const { out, errors } = program.output();
  return `${out}\n${errors}`
    .split("\n")
    .filter((text) => text.startsWith("{"))
    .map((text) => line.parse(JSON.parse(text)))
    .filter((logged) => logged.level >= level);
}
