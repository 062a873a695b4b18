import { expect, test } from "vitest";
import { withErrorsShown } from "./terminal-log.ts";

test("shows one error a minute and every fatal one, and logs all lines", () => {
  let now = 1_000_000;
  const logged: string[] = [];
  const shown: string[] = [];
  const file = { write: (lines: string) => logged.push(lines), flush: async () => {} };
  const log = withErrorsShown(
    file,
    (line) => shown.push(line),
    "data/log/dripline.log",
    () => now,
  );
  const write = (level: number, msg: string) => log.write(`${JSON.stringify({ level, msg })}\n`);

  write(30, "request completed");
  write(40, "A database connection broke");
  expect(shown).toEqual([]);
  write(50, "Work in the background failed");
  write(50, "Work in the background failed");
  write(60, "The server ends");
  now += 61_000;
  write(50, "Work in the background failed");
  const errorLine = (msg: string) => `Error: ${msg}. Details: data/log/dripline.log`;
  expect(shown).toEqual([
    errorLine("Work in the background failed"),
    errorLine("The server ends"),
    errorLine("Work in the background failed"),
  ]);
  expect(logged).toHaveLength(6);
});
