import type { I18n } from "@lingui/core";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Problem } from "../../contract/call/fields.ts";
import { calls } from "../../contract/calls.ts";
import type { Language } from "../../contract/display/languages.ts";
import { isDatabaseDown } from "../database/is-database-down.ts";
import { languageOf } from "../language/request-language.ts";
import { textsIn } from "../language/texts.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { translated } from "../problem/translated.ts";
import { BeyondLastPage } from "../query/page.ts";
import { wrongMediaType } from "./body/wrong-media-type.ts";
import { noteError } from "./logging/request-log.ts";
import type { OnRejected } from "./throttle/rejected-writes.ts";
import { isPage } from "./web.ts";

/**
 * Every error is sent as problem+json; details that are not known to be safe to expose only go to the log.
 * @param onRejected called with every problem before it is sent
 */
export function answerErrors(app: FastifyInstance, onRejected: OnRejected): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const problem =
      error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" ? wrongMediaType(request.routeOptions.url) : toProblem(error);
    // A deliberate 5xx with a message of its own, such as one that requests a retry, is not logged as an error.
    if (problem.status >= 500 && problem !== error) noteError(request, error);
    await onRejected(request, problem);
    return send(problem, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(request.url);
    // The router finds every call, except where a name exceeds its limit.
    const method = request.method === "HEAD" ? "GET" : request.method;
    if (allowed.includes(method)) return send(addressTooLong(), request, reply);
    if (allowed.length > 0) {
      reply.header("allow", allowed.join(", "));
      return send(
        new ProblemError("method_not_allowed", text`This URL accepts ${allowed.join(", ")}.`),
        request,
        reply,
      );
    }
    // The app's own routes are resolved in the browser: it gets the page.
    if (isPage(request.method, request.url)) return reply.sendFile("index.html");
    return send(nothingHere(), request, reply);
  });
}

function nothingHere(): ProblemError {
  return new ProblemError("not_found", text`There is nothing at this URL.`);
}

/** The error for a part of the path that is longer than any name. */
export function addressTooLong(): ProblemError {
  return new ProblemError("address_too_long", text`A part of the address is too long for the name of anything here.`);
}

function send(problem: ProblemError, request: FastifyRequest, reply: FastifyReply) {
  if (problem.code === "unavailable") reply.header("retry-after", "5");
  if (problem.code === "in_flight") reply.header("retry-after", "1");
  if (problem.code === "too_many_requests" && !reply.hasHeader("retry-after")) reply.header("retry-after", "1");
  return reply
    .code(problem.status)
    .type("application/problem+json")
    .send(problemBody(problem, request.id, languageOf(request.headers["accept-language"])));
}

/** No response to a rejected request grows with the request, whatever its messages repeat of it. */
const MAX_DETAIL = 4000;
const MAX_FIELDS = 20;
const MAX_SENTENCES = 6;
const MAX_SENTENCE = 500;

function boundedFields(fields: ProblemError["fields"], i18n: I18n): Record<string, string[]> {
  const first = Object.entries(fields).slice(0, MAX_FIELDS);
  return Object.fromEntries(
    first.map(([name, sentences]) => [
      bounded(name, MAX_SENTENCE),
      sentences.slice(0, MAX_SENTENCES).map((sentence) => bounded(translated(sentence, i18n), MAX_SENTENCE)),
    ]),
  );
}

function bounded(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** A problem as it is sent. */
export function problemBody(problem: ProblemError, requestId: string, language: Language = "en"): string {
  const i18n = textsIn(language);
  const body: Problem = {
    ...boundedFields(problem.fields, i18n),
    type: "about:blank",
    title: problem.title,
    status: problem.status,
    code: problem.code,
    detail: bounded(translated(problem.detail, i18n), MAX_DETAIL),
    ...(problem instanceof BeyondLastPage ? { last_page: problem.lastPage } : {}),
    request_id: requestId,
  };
  return JSON.stringify(body);
}

const byFastifyCode: Record<string, ProblemError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: new ProblemError("invalid_json", text`Send a body that is valid JSON.`),
  FST_ERR_CTP_EMPTY_JSON_BODY: new ProblemError("invalid_json", text`Send a JSON body.`),
};

function toProblem(error: FastifyError): ProblemError {
  if (error instanceof ProblemError) return error;
  const known = byFastifyCode[error.code];
  if (known !== undefined) return known;
  if (error instanceof SyntaxError && error.statusCode === 400) {
    return new ProblemError("invalid_json", text`Send a body that is valid JSON, without __proto__ as a name.`);
  }
  // Statements are cancelled when they exceed the timeout of requests.
  if (error.code === "57014") {
    return new ProblemError(
      "unavailable",
      text`The request timed out. Nothing was changed; request fewer days, properties or units at a time.`,
    );
  }
  if (isDatabaseDown(error)) {
    return new ProblemError(
      "unavailable",
      text`The database does not answer. Nothing was lost; try again in a few seconds.`,
    );
  }
  // The static file server rejects addresses such as /v1/./me, and folders.
  if (error.statusCode === 403 || error.statusCode === 404) return nothingHere();
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ProblemError("invalid_request", text`Malformed request. Check it and send it again.`);
  }
  return new ProblemError("internal", text`An unexpected error occurred. Please try again.`);
}

/** The methods that the contract defines for a path. */
function methodsOf(url: string): string[] {
  const segments = (url.split("?")[0] ?? "").split("/");
  const isAt = (pattern: string) => {
    const steps = pattern.split("/");
    return (
      steps.length === segments.length &&
      steps.every((step, i) => (step.startsWith("{") ? segments[i] !== "" : step === segments[i]))
    );
  };
  const names = Object.keys(calls).map((name) => name.split(" "));
  return [...new Set(names.filter(([, pattern = ""]) => isAt(pattern)).map(([method = ""]) => method))];
}
