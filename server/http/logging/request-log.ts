import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { networkOf } from "../../network/network-of.ts";
import type { Clock } from "../../time/clock.ts";
import { addressOf } from "./logged-request.ts";
import { sampleRejections } from "./sample-rejections.ts";

const SWEEP_MS = 1000;
const UNAVAILABLE = 503;

const errors = new WeakMap<FastifyRequest, unknown>();

/** Attaches the error of a response to the request's log line. */
export function noteError(request: FastifyRequest, error: unknown): void {
  errors.set(request, error);
}

/**
 * Logs one line for each request with its response. Rejected ones (4xx, 503) are sampled by network; every other 5xx
 * response is logged, with its error.
 */
export class RequestLog extends LogController {
  readonly #sampler;

  constructor(clock: Clock) {
    super();
    this.#sampler = sampleRejections(clock);
  }

  override incomingRequest(): void {
    // The line of the answer names the request.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const err = error ?? errors.get(request);
    const line = {
      req: request,
      res: reply,
      responseTime: reply.elapsedTime,
      ...(err === undefined ? {} : { err }),
    };
    const status = reply.statusCode;
    if (status < 400 && error == null) {
      request.log.info(line, "request completed");
    } else if (status < 400 || (status >= 500 && status !== UNAVAILABLE)) {
      request.log.error(line, "request failed");
    } else {
      // Sampled separately, so that a flood of invalid requests does not hide a database outage.
      const source = `${networkOf(addressOf(request))}${status === UNAVAILABLE ? ` ${UNAVAILABLE}` : ""}`;
      const unlogged = this.#sampler.take(source);
      if (unlogged === null) return;
      const rejected = unlogged === 0 ? line : { ...line, unlogged };
      if (status === UNAVAILABLE && err !== undefined) request.log.warn(rejected, "request rejected");
      else request.log.info(rejected, "request rejected");
    }
  }

  /** Logs the counts of ended floods. */
  logCounts(log: FastifyInstance["log"]): void {
    for (const { source, count } of this.#sampler.sweep()) {
      log.info({ source, unlogged: count }, "requests rejected");
    }
  }

  /** Logs them each second until the app is closed. */
  watch(app: FastifyInstance): void {
    const sweeping = setInterval(() => this.logCounts(app.log), SWEEP_MS).unref();
    app.addHook("onClose", async () => clearInterval(sweeping));
  }
}
