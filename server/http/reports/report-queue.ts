import { availableParallelism } from "node:os";
import type { FastifyRequest } from "fastify";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { createFairQueue, QueueTimeout } from "../../queue/fair-queue.ts";

/** Enough to keep the database's processors busy on a shared machine; fewer than the connections of requests. */
export const REPORTS_AT_ONCE = Math.min(10, 2 * Math.max(2, availableParallelism()));
/** An organization that sent a request within so many milliseconds has a share of the slots. */
const RECENT_MS = 10_000;
/** A screen loads ten reports at a time: so many people of an organization may open one in the same instant. */
const MOST_OF_ONE = 200;
/** With more waiting than a few screens load, an organization gets half its slots while others wait; two fill a CPU. */
const MUCH = 40;
/** Queue timeout: a connection idle for longer is closed, and whoever waits there would never get a response. */
const TIMEOUT_MS = 60_000;

/**
 * Shares the slots for reports fairly between organizations, so that many requests of one delay only its own: a single
 * active organization has all slots, several have an equal share each.
 */
export interface ReportQueue {
  /**
   * Runs a request when a slot is free; one nested in another at once.
   * @throws ProblemError `too_many_requests` when the organization has too many waiting; `unavailable` when no slot is
   *   free in time
   */
  take<T>(request: FastifyRequest, scope: RequestScope, work: () => Promise<T>): Promise<T>;
  /** Exempts a request, and all nested in it, from the queue: a file takes as long as its reader does. */
  letPast(request: FastifyRequest): void;
}

/**
 * @param atOnce maximum concurrency
 * @param timeoutMs timeout of a waiting request, in milliseconds
 */
export function createReportQueue(atOnce = REPORTS_AT_ONCE, timeoutMs = TIMEOUT_MS): ReportQueue {
  const lastRequestAt = new Map<number, number>();
  const line = createFairQueue(atOnce, (waiting) => {
    const askers = Math.max(1, lastRequestAt.size);
    const places = askers > 1 && waiting > MUCH ? atOnce / 2 : atOnce;
    return Math.ceil(places / askers);
  });
  const begun = new Map<number, number>();
  const inside = new WeakSet<FastifyRequest>();
  return {
    letPast: (request) => {
      inside.add(request);
    },
    take: async (request, scope, work) => {
      if (inside.has(request)) return work();
      const whose = askerOf(scope);
      const others = begun.get(whose) ?? 0;
      if (others >= MOST_OF_ONE) {
        throw new ProblemError(
          "too_many_requests",
          text`Your organization has too many report requests in progress. Wait for answers before you send more.`,
        );
      }
      begun.set(whose, others + 1);
      noteAsker(lastRequestAt, whose, performance.now());
      inside.add(request);
      try {
        return await line.run(whose, work, timeoutMs);
      } catch (error) {
        if (!(error instanceof QueueTimeout)) throw error;
        throw new ProblemError("unavailable", text`The server is busy with other reports. Try again in a moment.`);
      } finally {
        inside.delete(request);
        const left = (begun.get(whose) ?? 1) - 1;
        if (left === 0) begun.delete(whose);
        else begun.set(whose, left);
      }
    },
  };
}

/** Moves the latest requester to the end, so that expired entries come first. */
function noteAsker(lastRequestAt: Map<number, number>, whose: number, now: number): void {
  lastRequestAt.delete(whose);
  lastRequestAt.set(whose, now);
  for (const [asker, at] of lastRequestAt) {
    if (now - at < RECENT_MS) return;
    lastRequestAt.delete(asker);
  }
}

/** The current organization, or a staff member without one. */
function askerOf({ currentOrganizationId, userId }: RequestScope): number {
  return currentOrganizationId ?? -userId;
}
