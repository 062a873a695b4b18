import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { wrongField } from "../problem.ts";
import { isTooDeep } from "../too-deep.ts";

/** Refuses bodies of thousands of levels before anything walks them: 422 `invalid_fields`. */
export function refuseDeepBodies(app: FastifyInstance): void {
  app.addHook("preValidation", async ({ body }) => {
    // A file is a stream, and no JSON.
    if (body instanceof Readable || !isTooDeep(body)) return;
    throw wrongField("body", "The body has too many levels of lists and objects in one another. Send at most 100.");
  });
}
