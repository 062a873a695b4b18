import { pipeline, Readable } from "node:stream";
import { createGunzip, type Gunzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { ProblemError } from "../problem.ts";
import { UPLOAD_PATH } from "./wrong-media-type.ts";

/** What a body may hold once it is unpacked, the same as one that came unpacked. */
const MOST_BYTES = 8 * 1024 * 1024;

/** A body on its way to the parser, which compares `receivedEncodedLength` with the Content-Length. */
interface PackedBody extends Readable {
  receivedEncodedLength?: number;
}

/**
 * Unpacks bodies with `Content-Encoding: gzip` as they come, in all calls. It stops at the limit, so that a small body
 * which unpacks to gigabytes costs no more than a large one: 413 `too_large`. Other encodings are 415
 * `unsupported_media_type`, damaged gzip 400 `invalid_gzip`.
 */
export function acceptGzip(app: FastifyInstance): void {
  app.addHook("preParsing", async (request, _reply, payload) => {
    const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
    if (encoding === "identity" || encoding === "") return payload;
    // A file is stored as it comes: an import knows gzip by its first bytes.
    if (request.routeOptions.url === UPLOAD_PATH && encoding === "gzip") return payload;
    if (encoding === "gzip" || encoding === "x-gzip") return unpacked(payload);
    throw new ProblemError(
      "unsupported_media_type",
      "The body's Content-Encoding is not known here. Send it with gzip, or without an encoding.",
    );
  });
}

function unpacked(payload: Readable): PackedBody {
  const gunzip = createGunzip();
  // What goes wrong on the way ends the unpacked side, which is read below.
  pipeline(payload, gunzip, () => {});
  const body: PackedBody = Readable.from(pieces(gunzip), { objectMode: false });
  Object.defineProperty(body, "receivedEncodedLength", { get: () => gunzip.bytesWritten });
  return body;
}

async function* pieces(gunzip: Gunzip): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of gunzip) {
      bytes += piece.length;
      if (bytes > MOST_BYTES) {
        throw new ProblemError("too_large", "Send a smaller body, at most 8 MiB once it is unpacked.");
      }
      yield piece;
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw new ProblemError("invalid_gzip", "The body is not whole gzip. Pack it again and send it anew.");
  } finally {
    gunzip.destroy();
  }
}
