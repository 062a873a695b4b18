import type { FastifyInstance, FastifyRequest } from "fastify";
import { ProblemError, wrongField } from "../problem.ts";
import { MAX_LEVELS } from "../too-deep.ts";
import { readBody } from "./packed-body.ts";

/** A body of fields with names and texts has about 20 values in a KiB, a list of ids 150. */
const VALUES_PER_KIB = 40;
const VALUES_AT_LEAST = 8000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

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
  refuseLargeStructure(body);
  let read: unknown;
  request.server.getDefaultJsonParser("error", "error")(request, body.toString("utf8"), (error, value) => {
    if (error) throw error;
    read = value;
  });
  return read;
}

/**
 * Rejects JSON of more lists, objects and fields than any call takes, before it is parsed: what is read, looked at and
 * rejected one by one blocks all other requests meanwhile.
 */
function refuseLargeStructure(body: Buffer): void {
  const maxValues = VALUES_AT_LEAST + Math.floor((body.length / 1024) * VALUES_PER_KIB);
  let values = 0;
  let level = 0;
  let isText = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (isText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA) values++;
    else if (byte === LIST || byte === OBJECT) {
      values++;
      level++;
      if (level > MAX_LEVELS) {
        throw wrongField(
          "body",
          `The body has too many levels of lists and objects in one another. Send at most ${MAX_LEVELS}.`,
        );
      }
    } else if (byte === LIST_END || byte === OBJECT_END) level--;
  }
  if (values <= maxValues) return;
  const [most, are] = [maxValues.toLocaleString("en-US"), values.toLocaleString("en-US")];
  throw new ProblemError("too_large", `The body has ${are} values. Send at most ${most} in a body of this size.`);
}
