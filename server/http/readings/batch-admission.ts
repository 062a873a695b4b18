import type { FastifyReply, FastifyRequest } from "fastify";
import type { Gateway } from "../../ingest/tokens/gateway-token.ts";
import { ProblemError } from "../../problem/problem.ts";

/** Bytes of batches in progress at once, from first header to response; unpacked several times as many. */
const MOST_BYTES = 12 * 1024 * 1024;
/** The least that a batch counts, however short its body is. */
const LEAST_BYTES = 8 * 1024;
/** What a body without a length counts, and how many times its length a compressed one. */
const UNTOLD_BYTES = 1024 * 1024;
const PACKED = 20;
const LARGEST_BODY = 8 * 1024 * 1024;
/** The share of one gateway; a single batch of it may be larger. */
const MOST_OF_ONE = MOST_BYTES / 4;

/** Admits batches while there is memory for them, before their bodies are read. */
export interface BatchAdmission {
  /**
   * Reserves memory for a request until it is answered and all work passed to `stay` has ended; once per request.
   * @throws ProblemError `too_many_requests` when its gateway has too many in progress, `unavailable` at the limit
   */
  enter(request: FastifyRequest, reply: FastifyReply, gateway: Gateway): void;
  /** Keeps the reservation while the request is processed, also after its sender disconnected. */
  stay<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
}

export function createBatchAdmission(): BatchAdmission {
  const inside = new WeakMap<FastifyRequest, { hold: () => void; leave: () => void }>();
  const ofGateway = new Map<number, number>();
  let bytes = 0;
  return {
    enter: (request, reply, { gatewayId }) => {
      if (inside.has(request)) return;
      const others = ofGateway.get(gatewayId) ?? 0;
      const size = sizeOf(request);
      if (others > 0 && others + size > MOST_OF_ONE) {
        throw new ProblemError(
          "too_many_requests",
          "This gateway has too many batches in progress. Wait for an answer before you send the next one.",
        );
      }
      if (bytes + size > MOST_BYTES) {
        throw new ProblemError(
          "unavailable",
          "The server is overloaded. Nothing of this batch was stored; send it again in a few seconds.",
        );
      }
      ofGateway.set(gatewayId, others + size);
      bytes += size;
      let holds = 1;
      const leave = () => {
        holds--;
        if (holds > 0) return;
        bytes -= size;
        const left = (ofGateway.get(gatewayId) ?? size) - size;
        if (left === 0) ofGateway.delete(gatewayId);
        else ofGateway.set(gatewayId, left);
      };
      const hold = () => {
        holds++;
      };
      inside.set(request, { hold, leave });
      let isAnswered = false;
      const answered = () => {
        if (!isAnswered) leave();
        isAnswered = true;
      };
      // The first event follows the last byte of the response, the second an early disconnect of the sender.
      reply.raw.once("finish", answered).once("close", answered);
    },
    stay: async (request, work) => {
      const place = inside.get(request);
      place?.hold();
      try {
        return await work();
      } finally {
        place?.leave();
      }
    },
  };
}

function sizeOf({ headers }: FastifyRequest): number {
  const contentLength = headers["content-length"];
  const length = contentLength === undefined ? UNTOLD_BYTES : Number(contentLength);
  const isPacked = (headers["content-encoding"] ?? "identity") !== "identity";
  return Math.max(LEAST_BYTES, Math.min(LARGEST_BODY, isPacked ? length * PACKED : length));
}
