import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { passBody, receiveBody } from "./receive-body.ts";

const LIMIT = 100_000;

test("returns the bytes as sent, in any chunks, up to the limit", async () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 20_000 }), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(chunks, async (parts) => {
      const sent = Buffer.concat(parts);
      const body = Readable.from(parts.map((part) => Buffer.from(part)));
      if (sent.length > LIMIT) {
        await expect(receiveBody(body, LIMIT, undefined)).rejects.toMatchObject({ code: "too_large" });
      } else {
        expect(sent.equals(await receiveBody(body, LIMIT, undefined))).toBe(true);
      }
    }),
  );
});

test("rejects a declared length beyond the limit before reading", async () => {
  const body = new Readable({
    read: () => {
      throw new Error("It was read.");
    },
  });
  await expect(receiveBody(body, LIMIT, String(LIMIT + 1))).rejects.toMatchObject({ code: "too_large" });
});

test("rejects a body of ten thousand chunks in a second", async () => {
  const bytes = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.of(32)));
  expect(await receiveBody(bytes(10_000), LIMIT, undefined)).toHaveLength(10_000);
  await expect(receiveBody(bytes(10_001), LIMIT, undefined)).rejects.toMatchObject({ code: "invalid_request" });
});

test("rejects an aborted body", async () => {
  const body = new Readable({ read: () => {} });
  const reading = receiveBody(body, LIMIT, undefined);
  body.push("[");
  body.destroy();
  await expect(reading).rejects.toMatchObject({ code: "invalid_request" });
});

test("forwards a body in byte order, not in the sender's chunks", async () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 70_000 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(chunks, async (parts) => {
      const sent = Buffer.concat(parts);
      const passed = await passBody(Readable.from(parts.map((part) => Buffer.from(part)))).toArray();
      expect(sent.equals(Buffer.concat(passed))).toBe(true);
    }),
  );
  const bytes = await passBody(Readable.from(Array.from({ length: 5000 }, () => Buffer.of(32)))).toArray();
  expect(bytes.length).toBeLessThanOrEqual(5);
});

test("does not forward a body of ten thousand chunks in a second, or an aborted one", async () => {
  const many = passBody(Readable.from(Array.from({ length: 10_001 }, () => Buffer.of(32))));
  await expect(many.toArray()).rejects.toMatchObject({ code: "invalid_request" });
  const body = new Readable({ read: () => {} });
  const passed = passBody(body).toArray();
  body.destroy(new Error("aborted"));
  await expect(passed).rejects.toMatchObject({ code: "invalid_request" });
});
