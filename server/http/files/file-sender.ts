import { Readable } from "node:stream";
import type { CallName } from "../../../contract/calls.ts";
import { atOneInstant, type Connections } from "../../database/connect.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { createFairQueue, QueueFull, QueueTimeout } from "../../queue/fair-queue.ts";
import { type ScopedRequest, unchanged } from "../route/route.ts";
import { pacedForReader, READER_LIMITS } from "./paced-for-reader.ts";

/**
 * Files that a server prepares concurrently, each with a connection of its own, and the limits of a user and of an
 * organization, so that no one of them takes all.
 */
const MAX_FILES = 6;
const MAX_OF_USER = 2;
const MAX_OF_ORGANIZATION = 3;
const MAX_WAITING_OF_USER = 10;
/** Idle timeout of a connection. */
const MAX_WAIT_MS = 60_000;
/** Total time limit of a file: the database keeps a snapshot for it. */
const LONGEST_MS = 30 * 60_000;

/** A file in preparation. */
export interface MadeFile {
  name: string;
  type: string;
  pieces: AsyncIterable<string | Uint8Array>;
}

/**
 * Responds with a file of what the database held at one instant.
 * @param make begins it for a scope that sees that instant; an error before it returns is sent as a problem, one after
 *   that cuts the response off
 */
export type SendFile = (
  call: Pick<ScopedRequest<CallName>, "scope" | "request" | "reply">,
  make: (scope: RequestScope) => Promise<MadeFile | typeof unchanged>,
) => Promise<Readable | typeof unchanged>;

/** Sends files of a server with limited concurrency, so that most connections stay with the reports. */
export function fileSender({ app }: Connections): SendFile {
  const takeSlot = fileSlots();
  return async ({ scope, request, reply }, make) => {
    const done = await takeSlot(scope);
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
        const onTooSlow = () => file.destroy(new Error("The reader of a file took it too slowly."));
        const paced = pacedForReader(made.pieces, READER_LIMITS, onTooSlow);
        const file = Readable.from(paced, { objectMode: false });
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

/** Waits for a slot of the user, then for one of the organization, so that a user who waits holds none of the others'. */
function fileSlots(): (scope: RequestScope) => Promise<() => void> {
  const ofUsers = createFairQueue(Number.POSITIVE_INFINITY, () => MAX_OF_USER, MAX_WAITING_OF_USER);
  const ofOrganizations = createFairQueue(MAX_FILES, () => MAX_OF_ORGANIZATION);
  return ({ userId, apiKeyId, currentOrganizationId }) =>
    new Promise((take, reject) => {
      const held = () => new Promise<void>((done) => take(done));
      const inOrganization = () => ofOrganizations.run(currentOrganizationId ?? -userId, held, MAX_WAIT_MS);
      ofUsers.run(apiKeyId === undefined ? userId : -apiKeyId, inOrganization, MAX_WAIT_MS).catch((error: unknown) => {
        reject(error instanceof QueueTimeout || error instanceof QueueFull ? noSlot() : error);
      });
    });
}

function noSlot(): ProblemError {
  return new ProblemError("unavailable", text`Too many exports are in progress. Try again in a minute.`);
}
