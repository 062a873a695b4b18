import { Readable } from "node:stream";
import type { CallName } from "../../contract/calls.ts";
import type { RequestScope } from "../accounts/scope.ts";
import { createWorkQueue, type WorkQueue } from "../accounts/work-queue.ts";
import { atOneInstant, type Connections } from "../database/connect.ts";
import { type AskedInScope, unchanged } from "./route.ts";

/** Files that are made together, each with a connection of its own, and how many more may wait for their turn. */
const AT_ONCE = 4;
const WAITING = 50;
/** So long a reader may take nothing, before the connection that they hold is given to others. */
const STALLED_MS = 60_000;
/** So long a file may take in all: what one instant looked like is kept for it by the database. */
const LONGEST_MS = 30 * 60_000;

/** A file as it is made. */
export interface MadeFile {
  name: string;
  type: string;
  pieces: AsyncIterable<string | Uint8Array>;
}

/**
 * Answers with a file of what the database held at one instant.
 * @param make begins it for a scope that sees that instant; what goes wrong before it returns is told as a problem,
 *   what goes wrong later ends the answer in the middle
 */
export type SendFile = (
  asked: Pick<AskedInScope<CallName>, "scope" | "request" | "reply">,
  make: (scope: RequestScope) => Promise<MadeFile | typeof unchanged>,
) => Promise<Readable | typeof unchanged>;

/** Sends files of a server, a few at a time, so that most connections stay with the reports. */
export function fileSender({ app }: Connections): SendFile {
  const line = createWorkQueue(AT_ONCE, WAITING, "Too many files are made at this moment. Try again in a minute.");
  return async ({ scope, request, reply }, make) => {
    const done = await turn(line);
    try {
      const instant = await atOneInstant(app, scope);
      const end = async () => {
        await instant.release();
        done();
      };
      try {
        const made = await make(instant.scope);
        if (made === unchanged) {
          await end();
          return unchanged;
        }
        const onStalled = () => file.destroy(new Error("The reader of a file took nothing for a minute."));
        const file = Readable.from(watched(made.pieces, onStalled), { objectMode: false });
        const tooLong = setTimeout(() => file.destroy(new Error("A file took more than half an hour.")), LONGEST_MS);
        file.once("close", () => {
          clearTimeout(tooLong);
          end().catch((error: unknown) => request.log.error({ err: error }, "A file did not end well"));
        });
        reply.type(made.type).header("content-disposition", `attachment; filename="${made.name}"`);
        return file;
      } catch (error) {
        await instant.release();
        throw error;
      }
    } catch (error) {
      done();
      throw error;
    }
  };
}

/** Waits for its turn. @returns what ends it */
async function turn(line: WorkQueue): Promise<() => void> {
  return new Promise((go, refuse) => {
    line.run(() => new Promise<void>((done) => go(done))).catch(refuse);
  });
}

async function* watched<T>(pieces: AsyncIterable<T>, onStalled: () => void): AsyncGenerator<T> {
  for await (const piece of pieces) {
    const timer = setTimeout(onStalled, STALLED_MS);
    try {
      yield piece;
    } finally {
      clearTimeout(timer);
    }
  }
}
