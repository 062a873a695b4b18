import { execFileSync } from "node:child_process";
import { closeSync, constants, createReadStream, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLogOutput } from "./log-output.ts";

const LINE = `{"msg":"${"x".repeat(1000)}"}\n`;

function openPipe() {
  const folder = mkdtempSync(join(tmpdir(), "dripline-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  return { path, reader, writer };
}

/** Reads until a text came. */
async function readUntil(path: string, end: RegExp): Promise<string> {
  let text = "";
  for await (const piece of createReadStream(path, "utf8")) {
    text += piece;
    if (end.test(text)) break;
  }
  return text;
}

test("drops lines while nobody reads, and logs how many once somebody does", async () => {
  const { path, reader, writer } = openPipe();
  const output = openLogOutput(writer);
  for (let i = 0; i < 3000; i++) output.write(LINE);
  await output.flush(1);
  const text = await readUntil(path, /"droppedLines".*\n/);
  const lines = text.split("\n").filter((line) => line !== "");
  const dropped = Number(/"droppedLines":(\d+)/.exec(text)?.[1]);
  expect(dropped).toBeGreaterThan(1000);
  expect(lines.filter((line) => `${line}\n` === LINE)).toHaveLength(3000 - dropped);
  expect(lines).toHaveLength(3000 - dropped + 1);
  closeSync(reader);
});

test("a full disk under the log neither throws nor keeps the process from ending", async () => {
  const fd = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(fd));
  const output = openLogOutput(fd);
  for (let i = 0; i < 3000; i++) output.write(LINE);
  await expect(output.flush(1)).resolves.toBeUndefined();
});

test("a reader that left neither throws nor keeps the process from ending", async () => {
  const { reader, writer } = openPipe();
  onTestFinished(() => closeSync(writer));
  closeSync(reader);
  const output = openLogOutput(writer);
  output.write(LINE);
  await expect(output.flush(1)).resolves.toBeUndefined();
});

test("what was written is there when flush resolves", async () => {
  const { path, reader, writer } = openPipe();
  const output = openLogOutput(writer);
  output.write("the last line\n");
  await output.flush(60_000);
  expect(await readUntil(path, /\n/)).toBe("the last line\n");
  closeSync(reader);
});
