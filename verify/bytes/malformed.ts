import { gzipSync } from "node:zlib";
import fc from "fast-check";

/** How a client ends what it sent. */
export type Ending = "left open" | "half closed" | "reset" | "destroyed";

/** A request as bytes, most often a malformed one. */
export interface Malformed {
  bytes: Buffer;
  /** In so many pieces it is written. */
  pieces: number;
  ending: Ending;
}

const json = '{"email":"a@example.com","password":"wrong"}';
const bodies: readonly Buffer[] = [
  Buffer.from(json),
  Buffer.from("not gzip at all"),
  Buffer.from(""),
  Buffer.from("[".repeat(10_000)),
  Buffer.from(`{${'"a":1,'.repeat(2000)}"b":2}`),
  Buffer.from([0xff, 0xfe, 0, 1, 2, 3, 0xc3, 0x28]),
  gzipSync(json),
  gzipSync(json).subarray(0, 20),
  // The head of gzip, and nothing that follows from it.
  Buffer.concat([gzipSync(json).subarray(0, 10), Buffer.from("not gzip at all")]),
  gzipSync(Buffer.alloc(20_000_000)),
  Buffer.alloc(40_000, "x"),
  Buffer.alloc(4_000_000),
];

const methods = [
  "GET",
  "POST",
  "POST",
  "POST",
  "PUT",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "post",
  "P\0ST",
  "",
  "X".repeat(300),
];
const versions = ["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.", "http/1.1", ""];
const lineEnds = ["\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r", "\r\n\r\n"];

const fixed = fc.constantFrom(
  "Content-Type: application/json",
  "Content-Type: application/json; charset=utf-16",
  "Content-Type: text/csv",
  "Content-Type: application/x-ndjson",
  "Content-Type: ;;;",
  "Content-Encoding: gzip",
  "Content-Encoding: gzip, gzip",
  "Content-Encoding: br",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: xchunked",
  "Expect: 100-continue",
  "Expect: 200-ok",
  "Connection: close",
  "Connection: upgrade",
  "Upgrade: websocket",
  "Upgrade: h2c",
  "Host: dripline",
  "Host:",
  "Host: a b\tc",
  "X-Forwarded-For: , ,::::",
  "X-Forwarded-For: 1.2.3.4:99999",
  "X-Current-Organization-Id: 1e9",
  "Cookie: dripline=%%%; dripline=a.b; =;",
  "Authorization: Bearer ",
  "Origin: null",
  "Sec-Fetch-Site: cross-site",
  "no colon at all",
  " folded: line",
  ": no name",
  "Null: a\0b",
  "Bytes: \u00ff\u00fe",
  `Long: ${"y".repeat(200_000)}`,
  `Cookie: ${"a=b; ".repeat(5000)}`,
);
const manyHeaders = fc
  .integer({ min: 1, max: 3000 })
  .map((count) => Array.from({ length: count }, (_, i) => `H${i}: 1`).join("\r\n"));
const lengths = fc.constantFrom(
  "0",
  "1",
  "5",
  "-1",
  "+5",
  "0x10",
  "5, 5",
  "1e3",
  "99999999999999999999",
  "16384",
  "16385",
  "100000",
  "",
);

const chunkSizes = fc.constantFrom(
  "1",
  "5",
  "A",
  "0",
  "-1",
  "ffffffffffffffff",
  "7fffffff",
  "1;ext=1",
  `1;${"e".repeat(20_000)}`,
  "1 ",
  "zz",
  "",
);

/** Text in chunks: whole, of wrong sizes, byte by byte, or without an end. */
const chunked = (body: Buffer) =>
  fc.oneof(
    fc.constant(Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")])),
    fc.constant(Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body])),
    fc.constant(
      Buffer.from([...body.subarray(0, 30_000)].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join("")),
    ),
    fc
      .tuple(chunkSizes, fc.boolean())
      .map(([size, isEnded]) =>
        Buffer.concat([
          Buffer.from(`${size}\r\n`),
          body.subarray(0, 100),
          Buffer.from(isEnded ? "\r\n0\r\nTrailer: 1\r\n\r\n" : ""),
        ]),
      ),
  );

/**
 * Requests as no client ought to send them: unfinished, of wrong lengths, encodings and chunk sizes, cut off, reset.
 * @param calls of the contract, such as `POST /v1/session`
 */
export function malformed(calls: readonly string[]): fc.Arbitrary<Malformed> {
  const pathOf = (call: string) => call.slice(call.indexOf(" ") + 1);
  const paths = calls.map(pathOf);
  const posts = calls.filter((call) => call.startsWith("POST ")).map(pathOf);
  const targets = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...paths) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "*",
        "http://other/v1/session",
        "//",
        "/%00",
        "/%",
        "/v1/../v1/session",
        "a:443",
        `/${"z".repeat(140_000)}`,
      ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...paths), fc.string()).map(([path, query]) => `${path}?${query}`),
    },
  );
  // Most of them whole enough to reach the code behind the parser.
  const likely = fc.constantFrom(
    "Content-Type: application/json\r\nContent-Encoding: gzip",
    "Content-Type: application/json",
    "Content-Type: application/json\r\nTransfer-Encoding: chunked",
    "Content-Type: application/json\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked",
  );
  const anyHead = fc.record({
    method: fc.constantFrom(...methods),
    target: targets,
    version: fc.constantFrom(...versions),
    lineEnd: fc.constantFrom(...lineEnds),
    headers: fc.array(fc.oneof({ weight: 10, arbitrary: fixed }, { weight: 1, arbitrary: manyHeaders }), {
      maxLength: 4,
    }),
    likely: fc.option(likely),
    length: fc.option(lengths),
    hasHost: fc.boolean(),
  });
  // A head that is right, so that what is wrong is the body.
  const rightHead = fc.record({
    method: fc.constant("POST"),
    target: fc.constantFrom(...posts),
    version: fc.constant("HTTP/1.1"),
    lineEnd: fc.constant("\r\n"),
    headers: fc.array(fixed, { maxLength: 1 }),
    likely,
    length: fc.option(lengths),
    hasHost: fc.constant(true),
  });
  const head = fc.oneof(anyHead, rightHead);
  return head.chain((one) =>
    fc.constantFrom(...bodies).chain((body) =>
      fc
        .record({
          sent: fc.oneof(fc.constant(body), chunked(body)),
          isRightLength: fc.boolean(),
          cutAt: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
          pieces: fc.integer({ min: 1, max: 6 }),
          ending: fc.constantFrom<Ending>("left open", "half closed", "reset", "destroyed"),
        })
        .map(({ sent, isRightLength, cutAt, pieces, ending }): Malformed => {
          const { method, target, version, lineEnd, headers, likely, length, hasHost } = one;
          const lines = [
            `${method} ${target} ${version}`,
            ...(hasHost ? ["Host: dripline"] : []),
            ...(likely === null ? [] : [likely]),
            ...headers,
            ...(isRightLength
              ? [`Content-Length: ${sent.length}`]
              : length === null
                ? []
                : [`Content-Length: ${length}`]),
          ];
          const whole = Buffer.concat([Buffer.from(lines.join(lineEnd) + lineEnd + lineEnd, "latin1"), sent]);
          return { bytes: cutAt === null ? whole : whole.subarray(0, Math.ceil(cutAt * whole.length)), pieces, ending };
        }),
    ),
  );
}
