import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FastifyRequest } from "fastify";
import { ProblemError } from "../../problem/problem.ts";
import { inBytes, receiveBody } from "./receive-body.ts";

const unpack = promisify(gunzip);

/**
 * The whole body of a request, decompressed where it has `Content-Encoding: gzip`. Neither the received nor the
 * decompressed size may exceed the call's `bodyLimit`, so that a gzip bomb costs no more than a large body.
 * @throws ProblemError `too_large`, `unsupported_media_type` for other encodings, `invalid_gzip`, `invalid_request`
 */
export async function readBody(request: FastifyRequest, body: NodeJS.ReadableStream): Promise<Buffer> {
  const isPacked = isGzip(request);
  const limit = request.routeOptions.bodyLimit;
  const sent = await receiveBody(body, limit, request.headers["content-length"]);
  if (!isPacked) return sent;
  try {
    return await unpack(sent, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new ProblemError("too_large", `Send a smaller body, at most ${inBytes(limit)} decompressed.`);
    }
    throw new ProblemError("invalid_gzip", "The body is not complete gzip. Compress it again and send it again.");
  }
}

/** Whether a body is compressed. @throws ProblemError `unsupported_media_type` for encodings other than gzip */
export function isGzip({ headers }: FastifyRequest): boolean {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "gzip" || encoding === "x-gzip") return true;
  if (encoding === "identity" || encoding === "") return false;
  throw new ProblemError(
    "unsupported_media_type",
    "The body's Content-Encoding is not supported. Send it with gzip, or without an encoding.",
  );
}
