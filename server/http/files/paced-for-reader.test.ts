import { get } from "node:http";
import { Readable } from "node:stream";
import fastify from "fastify";
import { expect, test, vi } from "vitest";
import { pacedForReader } from "./paced-for-reader.ts";

const limits = { minBytesPerSecond: 1024, maxBehindMs: 20_000 };

/** Reads a file of 640 KiB, waiting before each further chunk. @returns the chunks until the reader was too slow; null: never */
async function chunksUntilTooSlow(waitMs: (chunk: number) => number): Promise<number | null> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    async function* pieces() {
      yield "é".repeat(160 * 1024);
      yield new Uint8Array(320 * 1024);
    }
    let isTooSlow = false;
    let bytes = 0;
    const chunks = pacedForReader(pieces(), limits, () => {
      isTooSlow = true;
    });
    for (let taken = 0; ; taken += 1) {
      const { done, value } = await chunks.next();
      if (done === true) break;
      bytes += value.length;
      vi.advanceTimersByTime(waitMs(taken));
      if (isTooSlow) return taken;
    }
    expect(bytes).toBe(640 * 1024);
    return null;
  } finally {
    vi.useRealTimers();
  }
}

test("sends the whole file to a reader at the minimum rate, or who pauses and catches up", async () => {
  expect(await chunksUntilTooSlow(() => 15_000)).toBeNull();
  expect(await chunksUntilTooSlow((chunk) => (chunk === 20 ? 19_000 : 100))).toBeNull();
});

test("disconnects a reader who stalls for too long", async () => {
  expect(await chunksUntilTooSlow((chunk) => (chunk === 20 ? 20_001 : 100))).toBe(20);
});

test("disconnects a reader below the minimum rate, even without long pauses", async () => {
  // 16 KiB in 17 s: one second too many each time.
  expect(await chunksUntilTooSlow(() => 17_000)).toBe(3);
});

test("ends the answer of a reader whose socket stalls", async () => {
  const app = fastify();
  const ended = Promise.withResolvers<string>();
  async function* endless() {
    for (;;) yield "x".repeat(1024 * 1024);
  }
  app.get("/", async () => {
    const onTooSlow = () => file.destroy(new Error("Too slow."));
    const paced = pacedForReader(endless(), { ...limits, maxBehindMs: 50 }, onTooSlow);
    const file = Readable.from(paced, { objectMode: false }).once("close", () => ended.resolve("ended"));
    return file;
  });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const request = get(address, (answer) => answer.pause()).on("error", () => {});
  expect(await ended.promise).toBe("ended");
  request.destroy();
  await app.close();
});
