import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { z } from "zod";
import { type Access, type Call, MAX_BODY_KIB } from "../../../contract/call/call.ts";
import { type Answer, type CallName, calls, type Part } from "../../../contract/calls.ts";
import { ProblemError } from "../../problem/problem.ts";
import { type Text, text } from "../../problem/text.ts";
import { rejectUnstorable } from "../../problem/unstorable-text.ts";
import { wrongValue } from "../../problem/wrong-value.ts";
import { isAllowed, type Policy } from "../../query/is-allowed.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { invalidFields } from "../body/invalid-fields.ts";
import { SentFile } from "../body/sent-file.ts";
import { createDrain, type Drain } from "../serving/drain.ts";

interface Parts<N extends CallName> {
  params: Part<N, "params">;
  query: Part<N, "query">;
  body: Part<N, "body">;
}

export interface HandledRequest<N extends CallName> extends Parts<N> {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The same with what the caller may see. */
export interface ScopedRequest<N extends CallName> extends HandledRequest<N> {
  scope: RequestScope;
  /**
   * Determines again what the caller may see, for long-running work: rights and sessions end meanwhile.
   * @throws ProblemError when they may not make the call any more
   */
  again(): Promise<RequestScope>;
}

/** What a handler returns when the caller has the response already: they get 304 without a body. */
export const unchanged = Symbol("unchanged");

/** The parameters of a call that is made by another one. */
export type InnerRequest = Pick<ScopedRequest<CallName>, "request" | "reply" | "scope" | "again"> & {
  params: unknown;
  query: unknown;
};

export type ScopedHandler<N extends CallName> = (call: ScopedRequest<N>) => Promise<Answer<N> | typeof unchanged>;

/** Authenticates a request and derives its scope; null without a session. */
export type Authenticate = (
  request: { headers: IncomingHttpHeaders },
  anyOrganization?: boolean,
) => Promise<RequestScope | null>;

/**
 * Serves calls of the contract and records which, so that none is missing. Authenticates before anything of the body is
 * read: anonymous callers get neither memory nor details of what a body must contain.
 */
export interface Routes {
  /** A call without authentication. */
  open<N extends CallName>(name: N, handler: (call: HandledRequest<N>) => Promise<Answer<N>>): void;
  /** A call for whoever has a token, a gateway's or that of a vendor's link: `admit` authenticates by it, or throws. */
  byToken<N extends CallName, H>(
    name: N,
    admit: (request: FastifyRequest, reply: FastifyReply) => Promise<H>,
    handler: (call: HandledRequest<N> & { holder: H }) => Promise<Answer<N>>,
  ): void;
  /** A call for people: the policy of the contract is checked before the handler runs. */
  scoped<N extends CallName>(name: N, handler: ScopedHandler<N>): void;
  /**
   * The response of a call for people to these params and query, which need not be within the contract's limits; for
   * calls that are composed of another. The policy was checked for the outer one.
   */
  answerOf(name: CallName, call: InnerRequest): Promise<unknown>;
  served: Set<CallName>;
}

export function routesOn(app: FastifyInstance, authenticate: Authenticate, drain: Drain = createDrain()): Routes {
  const served = new Set<CallName>();
  const handlers = new Map<CallName, (call: InnerRequest) => Promise<unknown>>();
  const add = (name: CallName, { onRequest, handler }: Served) => {
    const [method, path] = splitName(name);
    app.route({
      method,
      bodyLimit: maxBodyOf(calls[name]),
      url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
      ...(onRequest === undefined ? {} : { onRequest: (request, reply) => drain.track(onRequest(request, reply)) }),
      handler: (request, reply) => drain.track(handler(request, reply)),
    });
    served.add(name);
  };
  const answer = (name: CallName, reply: FastifyReply, result: unknown) => {
    const definition = calls[name];
    if (result === unchanged) return reply.code(304).send();
    reply.code(definition.status ?? 200);
    return definition.response.parse(result);
  };
  return {
    served,
    open: (name, handler) => {
      if (calls[name].access !== "public") throw new Error(`${name} is not public: serve it otherwise.`);
      const handle = async (request: FastifyRequest, reply: FastifyReply) =>
        answer(name, reply, await handler({ ...parts(name, request), request, reply }));
      add(name, { handler: handle });
    },
    byToken: (name, admit, handler) => {
      const { access } = calls[name];
      if (access !== "gateway" && access !== "public") throw new Error(`${name} is for people: serve it otherwise.`);
      const guarded = guard(admit, async (holder, request, reply) =>
        answer(name, reply, await handler({ ...parts(name, request), request, reply, holder })),
      );
      add(name, guarded);
    },
    scoped: (name, handler) => {
      const { access, anyOrganization }: Call = calls[name];
      if (access === "public" || access === "gateway") throw new Error(`${name} needs no scope: serve it otherwise.`);
      const admit = async (request: FastifyRequest) => {
        const scope = await authenticate(request, anyOrganization);
        if (scope === null) throw new ProblemError("not_signed_in", text`Sign in, then try again.`);
        if (scope.apiKeyId !== undefined) allowKey(name, access);
        if (scope.lacksSecondFactor) allowOwnAccount(name);
        allow(access, scope);
        return scope;
      };
      const guarded = guard(admit, async (scope, request, reply) =>
        answer(
          name,
          reply,
          await handler({ ...parts(name, request), request, reply, scope, again: () => admit(request) }),
        ),
      );
      add(name, guarded);
      handlers.set(name, async (call) => {
        const read = { params: call.params, query: call.query, body: undefined };
        if (!isParsed(name, read)) throw new ProblemError("internal", "A request was not parsed.");
        return handler({ ...call, ...read });
      });
    },
    answerOf: async (name, call) => {
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`${name} is not served.`);
      return handler(call);
    },
  };
}

/** Body limit of a call, in bytes. */
export function maxBodyOf({ access, maxBodyKib }: Call): number {
  return 1024 * (maxBodyKib ?? (access === "public" ? MAX_BODY_KIB.public : MAX_BODY_KIB.others));
}

/** Fastify's hooks of a request: a guard before its body is read, where there is one, then the call. */
interface Served {
  onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/**
 * Passes a request to `handle` only with the result of `admit`; admitted again when there is a body, because sending it
 * may take a minute, in which the sender may lose the right.
 */
function guard<W>(
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<W>,
  handle: (who: W, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): Served {
  const admitted = new WeakMap<FastifyRequest, { who: W }>();
  return {
    onRequest: async (request, reply) => {
      admitted.set(request, { who: await admit(request, reply) });
    },
    handler: async (request, reply) => {
      const found = admitted.get(request);
      if (found === undefined) throw new ProblemError("internal", "A request passed its guard.");
      const who = request.body === undefined ? found.who : await admit(request, reply);
      return handle(who, request, reply);
    },
  };
}

/** Error texts of policies that require a kind of account; the others require a permission. */
const lacks: Partial<Record<Access, Text>> = {
  admin: text`is not an administrator's`,
  staff: text`is not one of the staff`,
  "ion-admin": text`is not an IONAdmin's`,
};

/** Rejects a scope that lacks what the policy requires. */
function allow(access: Policy, scope: RequestScope) {
  if (!isAllowed(access, scope)) {
    const lack = lacks[access] ?? text`lacks the permission for this report`;
    throw new ProblemError("forbidden", text`Your account ${lack}.`);
  }
}

/** Rejects all but their own account for users who must have a second factor and have none. */
function allowOwnAccount(name: CallName) {
  const [, path] = splitName(name);
  if (path === "/v1/me" || path.startsWith("/v1/me/")) return;
  throw new ProblemError("second_factor_required", text`Set up a second factor for your account first.`);
}

const reports: ReadonlySet<Access> = new Set([
  "property",
  "portfolio",
  "property-or-portfolio",
  "portfolio-or-admin",
  "report-or-admin",
]);

/** Whether API keys may make a call at all: they read what a reporting permission grants. */
export function isForKeys(name: string, access: Access): boolean {
  return name.startsWith("GET /v1/reporting/") || (name.startsWith("GET ") && reports.has(access));
}

/** Rejects API keys except for reading reports; the permission for this report is checked next. */
function allowKey(name: CallName, access: Access) {
  if (!isForKeys(name, access)) {
    throw new ProblemError("forbidden", text`API keys can only read reports. Sign in for this.`);
  }
}

/** `GET /v1/me` as method and path. */
export function splitName(name: CallName): [HTTPMethods, string] {
  const space = name.indexOf(" ");
  return [name.slice(0, space), name.slice(space + 1)];
}

/** The call of the contract that matches a request; null where nothing is served at its path. */
export function callOf({ method, routeOptions }: FastifyRequest): CallName | null {
  const name = `${method} ${routeOptions.url?.replaceAll(/:(\w+)/g, "{$1}")}`;
  return isCallName(name) ? name : null;
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

/** Device data is validated row by row and stored as received. */
const keptAsSent: ReadonlySet<CallName> = new Set([
  "POST /v1/ingest/readings",
  "POST /v1/ingest/lorawan/chirpstack",
  "POST /v1/ingest/lorawan/things-stack",
]);

const nothing = z.strictObject({});

/** The parts of a request as parsed by the contract's schemas. */
function parts<N extends CallName>(name: N, request: FastifyRequest): Parts<N> {
  const definition: Call = calls[name];
  const read: Record<keyof Parts<N>, unknown> = {
    params: parse(definition.params, "params", request.params, "invalid_request"),
    query: parse(definition.query, "query", request.query, "invalid_request"),
    // A file is validated by the call itself.
    body: request.body instanceof SentFile ? undefined : parse(definition.body, "body", request.body, "invalid_fields"),
  };
  if (definition.access !== "public" && definition.access !== "gateway") {
    // Parameters that a call does not take are rejected, never ignored.
    if (definition.query === undefined) parse(nothing, "query", request.query, "invalid_request");
    if (definition.body === undefined && name !== "POST /v1/properties/{property_id}/imports") {
      parse(nothing.nullish(), "body", request.body, "invalid_fields");
    }
  }
  if (!keptAsSent.has(name)) {
    for (const part of ["params", "query"] as const) rejectUnstorable(read[part], "invalid_request");
    rejectUnstorable(read.body, "invalid_fields");
  }
  if (!isParsed(name, read)) throw new ProblemError("internal", "A request was not parsed.");
  return read;
}

/** The relation that the compiler cannot infer: what the schemas of `name` parsed has the types of `name`. */
function isParsed<N extends CallName>(_name: N, read: Record<keyof Parts<N>, unknown>): read is Parts<N> {
  return "params" in read;
}

const wholes = { params: "The address", query: "The query", body: "The body" };

function parse(
  schema: z.ZodType | undefined,
  part: keyof typeof wholes,
  value: unknown,
  code: "invalid_request" | "invalid_fields",
): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value, { error: wrongValue(value, wholes[part]) });
  if (result.success) return result.data;
  const { detail, fields } = invalidFields(result.error.issues, part);
  throw new ProblemError(code, detail, fields);
}
