import type { FastifyInstance, FastifyRequest } from "fastify";
import { wrongField } from "../problem.ts";
import { isTooDeep } from "../too-deep.ts";
import { readBody } from "./packed-body.ts";

/**
 * Reads JSON bodies as they come, but for those of an address that are read later: as objects they would take several
 * times the memory for as long as they wait.
 */
export function acceptJson(app: FastifyInstance, later: string): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    const body = await readBody(request, payload);
    return request.routeOptions.url === later ? body : readJson(request, body);
  });
}

/**
 * The value in a body.
 * @throws errors of the framework for what is no JSON, ProblemError `invalid_fields` for one of thousands of levels,
 *   before anything walks it
 */
export function readJson(request: FastifyRequest, body: Buffer): unknown {
  let read: unknown;
  request.server.getDefaultJsonParser("error", "error")(request, body.toString("utf8"), (error, value) => {
    if (error) throw error;
    read = value;
  });
  if (isTooDeep(read)) {
    throw wrongField("body", "The body has too many levels of lists and objects in one another. Send at most 100.");
  }
  return read;
}
