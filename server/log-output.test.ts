import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  createReadStream,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLogFile, openLogOutput } from "./log-output.ts";

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

test("drops lines while nobody reads, and logs their number afterwards", async () => {
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

test("a closed pipe neither throws nor keeps the process from ending", async () => {
  const { reader, writer } = openPipe();
  onTestFinished(() => closeSync(writer));
  closeSync(reader);
  const output = openLogOutput(writer);
  output.write(LINE);
  await expect(output.flush(1)).resolves.toBeUndefined();
});

test("has written everything when flush resolves", async () => {
  const { path, reader, writer } = openPipe();
  const output = openLogOutput(writer);
  output.write("the last line\n");
  await output.flush(60_000);
  expect(await readUntil(path, /\n/)).toBe("the last line\n");
  closeSync(reader);
});

function openFile(maxBytes?: number) {
  const folder = mkdtempSync(join(tmpdir(), "dripline-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "data", "log", "dripline.log");
  return { path, folder, output: openLogFile(path, maxBytes) };
}

test("rotates a log file at its maximum size, and deletes older ones", async () => {
  const { path, output } = openFile(10_000);
  for (let i = 0; i < 55; i++) {
    output.write(`${String(i).padStart(999, "0")}\n`);
    await output.flush(60_000);
  }
  const numbers = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n").map(Number);
  expect(readdirSync(dirname(path)).sort()).toEqual(["dripline.log", "dripline.log.1"]);
  expect(numbers(`${path}.1`)).toEqual([40, 41, 42, 43, 44, 45, 46, 47, 48, 49]);
  expect(numbers(path)).toEqual([50, 51, 52, 53, 54]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(statSync(dirname(dirname(path))).mode & 0o001).toBe(0o001);
});

test("continues the previous server's log file and counts its size", async () => {
  const { path, output } = openFile(10_000);
  output.write("x".repeat(9_000));
  await output.flush(60_000);
  const next = openLogFile(path, 10_000);
  next.write("y".repeat(1_000));
  next.write("z");
  await next.flush(60_000);
  await expect.poll(() => readdirSync(dirname(path)).sort()).toEqual(["dripline.log", "dripline.log.1"]);
  expect(statSync(`${path}.1`).size + statSync(path).size).toBe(10_001);
});

test("a deleted log folder neither throws nor ends the process", async () => {
  const { folder, output } = openFile(10);
  output.write("the first line\n");
  await output.flush(60_000);
  rmSync(join(folder, "data"), { recursive: true });
  output.write("the second line\n");
  await expect(output.flush(100)).resolves.toBeUndefined();
  output.write("the third line\n");
  await expect(output.flush(100)).resolves.toBeUndefined();
});
