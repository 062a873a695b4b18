import type { FastifyInstance, FastifyRequest } from "fastify";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { MAX_LEVELS } from "../../problem/too-deep.ts";
import { readBody } from "./packed-body.ts";

/** Short readings have 85 values in a KiB; the largest list of meters has fewer than 200,000. */
const VALUES_PER_KIB = 100;
const VALUES_AT_LEAST = 25_000;
const MAX_VALUES = 200_000;
/** No object of any call has so many. */
const MAX_NAMES = 1000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const LIST_ITEMS = -1;
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Parses JSON bodies on arrival, except those of a path that are parsed later: as objects they would take several times
 * the memory while they are queued.
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
 * @throws errors of the framework for invalid JSON, ProblemError `invalid_fields` for one of too many levels,
 *   `too_large` for too many values or names
 */
export function readJson(request: FastifyRequest, body: Buffer): unknown {
  rejectLargeStructure(body);
  let read: unknown;
  request.server.getDefaultJsonParser("error", "error")(request, body.toString("utf8"), (error, value) => {
    if (error) throw error;
    read = value;
  });
  return read;
}

/**
 * Rejects JSON of more levels, values and names than any call takes, before it is parsed: parsing, validating and
 * rejecting them one by one blocks all other requests meanwhile.
 */
function rejectLargeStructure(body: Buffer): void {
  const maxValues = Math.min(MAX_VALUES, VALUES_AT_LEAST + Math.floor((body.length / 1024) * VALUES_PER_KIB));
  // The number of names so far of each open object.
  const open: number[] = [];
  let values = 0;
  let isText = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (isText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA) {
      values++;
      const names = open.at(-1) ?? LIST_ITEMS;
      if (names >= MAX_NAMES) throw tooMany(`an object of more than ${inDigits(MAX_NAMES)} names`);
      if (names !== LIST_ITEMS) open[open.length - 1] = names + 1;
    } else if (byte === LIST || byte === OBJECT) {
      values++;
      if (open.push(byte === OBJECT ? 1 : LIST_ITEMS) > MAX_LEVELS) {
        throw wrongField(
          "body",
          `The body is nested too deeply. Send at most ${MAX_LEVELS} levels of lists and objects.`,
        );
      }
    } else if (byte === LIST_END || byte === OBJECT_END) open.pop();
  }
  if (values > maxValues) throw tooMany(`${inDigits(values)} values, and may have ${inDigits(maxValues)} at its size`);
}

function tooMany(what: string): ProblemError {
  return new ProblemError("too_large", `The body has ${what}. Send less at a time.`);
}

const inDigits = (count: number) => count.toLocaleString("en-US");
