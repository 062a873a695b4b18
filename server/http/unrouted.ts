import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "../problem/problem.ts";
import { addressTooLong, problemBody } from "./errors.ts";
import { securityHeaders } from "./security.ts";

/** Limit of URL and headers together, in KiB. */
export const MAX_HEADERS_KB = 128;

const TYPE = "application/problem+json";

/** Responds to addresses that the router itself rejects; no hook runs for them. */
export function answerUnrouted(https: boolean) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const problem =
      error.code === "FST_ERR_MAX_PARAM_LENGTH"
        ? addressTooLong()
        : new ProblemError(
            "invalid_request",
            "The address has a % that is not part of an encoded character. Write it as %25.",
          );
    reply.headers(securityHeaders(https)).header("cache-control", "no-store");
    reply.code(problem.status).type(TYPE).send(problemBody(problem, request.id));
  };
}

/** Responds to invalid HTTP: oversized headers, malformed text, and clients that are too slow. */
export function answerBroken(https: boolean) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const problem = brokenBy(error.code);
    const body = problemBody(problem, randomUUID());
    const headers = {
      ...securityHeaders(https),
      "content-type": TYPE,
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "no-store",
      connection: "close",
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines].join("\r\n");
    if (socket.writable) socket.write(`${head}\r\n\r\n${body}`);
    socket.destroy(error);
  };
}

function brokenBy(code: string | undefined): ProblemError {
  if (code === "HPE_HEADER_OVERFLOW") {
    const sentence = `The URL and headers are too large. Send less than ${MAX_HEADERS_KB} kB together.`;
    return new ProblemError("headers_too_large", sentence);
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new ProblemError("too_slow", "The request timed out before it was complete. Send it again.");
  }
  return new ProblemError("invalid_request", "Malformed HTTP request.");
}
