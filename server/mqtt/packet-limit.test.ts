import fc from "fast-check";
import { expect, test } from "vitest";
import { limitPackets } from "./packet-limit.ts";

function packet(bytes: number): Buffer {
  const length = [];
  for (let left = bytes; ; left = Math.floor(left / 128)) {
    length.push((left % 128) + (left >= 128 ? 128 : 0));
    if (left < 128) break;
  }
  return Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(bytes, 0xff)]);
}

/** The bytes that passed, or the message of the error. */
async function pass(chunks: Buffer[], most: number): Promise<Buffer | string> {
  const limit = limitPackets(most);
  const out: Buffer[] = [];
  limit.on("data", (chunk: Buffer) => out.push(chunk));
  const end = new Promise<string | null>((done) => {
    limit.on("end", () => done(null));
    limit.on("error", (error) => done(error.message));
  });
  for (const chunk of chunks) limit.write(chunk);
  limit.end();
  return (await end) ?? Buffer.concat(out);
}

test("passes packets within the limit unchanged, however they are split", async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 9000 }), async (bytes, cut) => {
      const all = Buffer.concat(bytes.map(packet));
      const chunks = [];
      for (let i = 0; i < all.length; i += cut) chunks.push(all.subarray(i, i + cut));
      expect(await pass(chunks, 20_000)).toEqual(all);
    }),
    { numRuns: 50 },
  );
});

test("closes the connection at the header of a packet beyond the limit", async () => {
  const tooLong = packet(20_001).subarray(0, 4);
  expect(await pass([packet(0), tooLong], 20_000)).toMatch(/too large/);
});

test("limits the first packet, before authentication, to a small size", async () => {
  expect(await pass([packet(70_000).subarray(0, 4)], 1e6)).toMatch(/too large/);
  expect(await pass([packet(10), packet(70_000)], 1e6)).toHaveLength(10 + 2 + 70_000 + 4);
});

test("rejects a length field that never ends", async () => {
  expect(await pass([Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff])], 1e9)).toMatch(/too large/);
});
