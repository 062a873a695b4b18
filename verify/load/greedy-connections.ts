import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

const MIB = 1024 * 1024;

/** Who the greedy connections belong to. */
export interface Credentials {
  gatewayToken: string;
  cookie: string;
  propertyId: number;
}

/** A kind of connection that asks for as much memory as it can get. */
export interface Greedy {
  what: string;
  /** Whether nobody needs to be known for it. */
  isAnonymous: boolean;
  /** What it sends, piece by piece, as long as the server takes it. */
  pieces(credentials: Credentials): Iterable<Buffer | string>;
}

const post = (path: string, lines: readonly string[]) =>
  `POST ${path} HTTP/1.1\r\nHost: dripline\r\n${lines.join("\r\n")}\r\n\r\n`;
const JSON_BODY = "Content-Type: application/json";
const CHUNKED = "Transfer-Encoding: chunked";

/** A body of so many bytes, each a chunk of its own. */
function* byteByByte(head: string, bytes: number) {
  yield head;
  const some = Buffer.from("1\r\n \r\n".repeat(16_384));
  for (let sent = 0; sent < bytes; sent += 16_384) yield some;
  yield "0\r\n\r\n";
}

let bomb: Buffer | undefined;

export const greedy: readonly Greedy[] = [
  {
    what: "8 MiB in chunks of one byte to a public call",
    isAnonymous: true,
    pieces: () => byteByByte(post("/v1/session", [JSON_BODY, CHUNKED]), 8 * MIB),
  },
  {
    what: "16 KiB in chunks of one byte that never ends",
    isAnonymous: true,
    pieces: () => [post("/v1/session", [JSON_BODY, CHUNKED]), Buffer.from("1\r\n \r\n".repeat(16_383))],
  },
  {
    what: "8 MiB that are announced and never come",
    isAnonymous: true,
    pieces: () => [post("/v1/session", [JSON_BODY, `Content-Length: ${8 * MIB}`]), "{"],
  },
  {
    what: "gzip of 16 kB that unpacks to 16 MiB",
    isAnonymous: true,
    pieces: () => {
      bomb ??= gzipSync(Buffer.alloc(15 * MIB));
      return [post("/v1/session", [JSON_BODY, "Content-Encoding: gzip", `Content-Length: ${bomb.length}`]), bomb];
    },
  },
  {
    what: "headers of 127 kB that never end",
    isAnonymous: true,
    pieces: () => [`GET /v1/session HTTP/1.1\r\nHost: dripline\r\n`, `Cookie: ${"a=b; ".repeat(25_000)}`],
  },
  {
    what: "5,000 requests at once, the answers of which are never read",
    isAnonymous: true,
    pieces: () => ["GET /v1/openapi.json HTTP/1.1\r\nHost: dripline\r\n\r\n".repeat(5000)],
  },
  {
    what: "8 MiB of readings in chunks of one byte",
    isAnonymous: false,
    pieces: ({ gatewayToken }) =>
      byteByByte(post("/v1/ingest/readings", [JSON_BODY, CHUNKED, `Authorization: Bearer ${gatewayToken}`]), 8 * MIB),
  },
  {
    what: "a file in chunks of one byte",
    isAnonymous: false,
    pieces: ({ cookie, propertyId }) =>
      byteByByte(
        post(`/v1/properties/${propertyId}/imports`, [
          "Content-Type: text/csv",
          CHUNKED,
          `Cookie: ${cookie}`,
          "Sec-Fetch-Site: same-origin",
        ]),
        8 * MIB,
      ),
  },
];

/** Opens a connection that sends what it has as long as the server takes it, and reads nothing of the answer but its first bytes. */
export async function openGreedy(url: string, pieces: Iterable<Buffer | string>): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  const send = async () => {
    for (const piece of pieces) {
      if (socket.destroyed) return;
      if (!socket.write(piece)) await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => {});
    }
  };
  void send();
  return socket;
}
