import { availableParallelism } from "node:os";
import type { FastifyRequest } from "fastify";
import { ProblemError } from "../problem/problem.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { createFairQueue, QueueTimeout } from "../queue/fair-queue.ts";

/** As many as keep the database's processors busy, where it shares the machine; fewer than the connections of requests. */
export const REPORTS_AT_ONCE = Math.min(10, 2 * Math.max(2, availableParallelism()));
/** Who has asked within so many milliseconds has a share of these places. */
const RECENT_MS = 10_000;
/** Screens ask for ten reports at a time: so many people of an organization may open one in the same instant. */
const MOST_OF_ONE = 200;
/** Of whom more wait, more than a few screens ask for, takes half of its places while others ask, too: two keep a processor busy. */
const MUCH = 40;
/** A connection on which nothing moves for longer is cut, and who waits there would never be told anything. */
const PATIENCE_MS = 60_000;

/**
 * Lets organizations ask their reports in turn, so that one that asks much holds up itself and not the others: who asks
 * alone has all places, of several each its share.
 */
export interface ReportTurns {
  /**
   * Answers a question when its turn has come; one that is asked within another at once.
   * @throws ProblemError `too_many_requests` when too many of the organization wait; `unavailable` when its turn does not
   *   come in time
   */
  take<T>(request: FastifyRequest, scope: RequestScope, work: () => Promise<T>): Promise<T>;
  /** Lets a request, and all that is asked within it, past the line: a file lasts as long as its reader takes. */
  letPast(request: FastifyRequest): void;
}

/**
 * @param atOnce questions that are answered at the same time
 * @param patience milliseconds for which a question waits for its turn at most
 */
export function createReportTurns(atOnce = REPORTS_AT_ONCE, patience = PATIENCE_MS): ReportTurns {
  const askedAt = new Map<number, number>();
  const line = createFairQueue(atOnce, (waiting) => {
    const askers = Math.max(1, askedAt.size);
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
          "Your organization has too many report requests in progress. Wait for answers before you send more.",
        );
      }
      begun.set(whose, others + 1);
      noteAsker(askedAt, whose, performance.now());
      inside.add(request);
      try {
        return await line.run(whose, work, patience);
      } catch (error) {
        if (!(error instanceof QueueTimeout)) throw error;
        throw new ProblemError("unavailable", "The server is busy with other reports. Try again in a moment.");
      } finally {
        inside.delete(request);
        const left = (begun.get(whose) ?? 1) - 1;
        if (left === 0) begun.delete(whose);
        else begun.set(whose, left);
      }
    },
  };
}

/** Who asked last stands last, so that those of long ago are found first. */
function noteAsker(askedAt: Map<number, number>, whose: number, now: number): void {
  askedAt.delete(whose);
  askedAt.set(whose, now);
  for (const [asker, at] of askedAt) {
    if (now - at < RECENT_MS) return;
    askedAt.delete(asker);
  }
}

/** The organization acted in, or one of the staff, who act in none. */
function askerOf({ currentOrganizationId, userId }: RequestScope): number {
  return currentOrganizationId ?? -userId;
}
