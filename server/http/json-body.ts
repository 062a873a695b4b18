import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuseDeep } from "./deep-body.ts";

/**
 * Reads JSON bodies as they come, but for those of an address that are read later: as objects they would take several
 * times the memory for as long as they wait.
 */
export function acceptJson(app: FastifyInstance, later: string): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    if (request.routeOptions.url === later) return done(null, body);
    try {
      done(null, readJson(request, body));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

/** The value in a body. @throws errors of the framework for what is no JSON, ProblemError for what has too many levels */
export function readJson(request: FastifyRequest, body: Buffer): unknown {
  let read: unknown;
  request.server.getDefaultJsonParser("error", "error")(request, body.toString("utf8"), (error, value) => {
    if (error) throw error;
    read = value;
  });
  refuseDeep(read);
  return read;
}
