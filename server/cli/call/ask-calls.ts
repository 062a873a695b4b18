import fastify, { type FastifyInstance } from "fastify";
import { permission } from "../../../contract/accounts/session.ts";
import { visiblePlaces } from "../../accounts/places.ts";
import { createSignInGuard } from "../../accounts/sessions/sign-in-guard.ts";
import type { Config } from "../../config.ts";
import type { Connections } from "../../database/connect.ts";
import { serveOrganizationUsers } from "../../http/accounts/organization-users.ts";
import { serveUsers } from "../../http/accounts/users.ts";
import { serveScopedAreas } from "../../http/areas.ts";
import { answerErrors } from "../../http/errors.ts";
import { type Routes, routesOn } from "../../http/route/route.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { openPost } from "../../outgoing/safe-request.ts";
import { ownSecret } from "../../own-secret.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { systemClock } from "../../time/clock.ts";
import { commandActor } from "../command/command-actor.ts";
import { commandCalls } from "./find-call.ts";
import type { RequestParts } from "./request-parts.ts";

/** Makes calls of the contract within this process. @throws UsageError with the messages that a browser would receive */
export interface Ask {
  /** @param name such as `GET /v1/leaks` */
  json(name: string, parts: RequestParts): Promise<unknown>;
  /** A further page, by the address that the page before names. */
  page(address: string): Promise<unknown>;
  /** The bytes of a file. */
  file(name: string, parts: RequestParts): Promise<NodeJS.ReadableStream>;
}

/** An IONAdmin's scope, without an account. */
async function operatorScope(connections: Connections): Promise<RequestScope> {
  return {
    userId: 0,
    isCommand: true,
    email: commandActor().email,
    isStaff: true,
    role: "IONAdmin",
    permissions: [...permission.options],
    currentOrganizationId: null,
    ...(await visiblePlaces(connections, { kind: "everything" })),
  };
}

/**
 * The calls as handled by the server, without a server: so a command has the rules, messages and audit entries of the
 * call, and none of its own.
 * @param scope of the caller; null: whoever runs the installation
 */
export function askCalls(connections: Connections, config: Config, scope: RequestScope | null): Ask {
  const { app } = openCalls(connections, config, scope);
  const inject = (name: string, { params, query, body }: RequestParts, payloadAsStream: boolean) => {
    const [method = "", path = ""] = name.split(" ");
    const payload = commandCalls.get(name)?.body === undefined ? {} : { payload: body };
    return app.inject({ method: methodOf(method), url: addressOf(path, params, query), ...payload, payloadAsStream });
  };
  return {
    json: async (name, parts) => valueIn(await inject(name, parts, false)),
    page: async (address) => valueIn(await app.inject({ method: "GET", url: address })),
    file: async (name, parts) => {
      const answer = await inject(name, parts, true);
      if (answer.statusCode < 400) return answer.stream();
      let text = "";
      for await (const piece of answer.stream()) text += String(piece);
      throw rejectionOf(JSON.parse(text), answer.statusCode);
    },
  };
}

/** Serves every call that a command can make. */
export function openCalls(
  connections: Connections,
  config: Config,
  scope: RequestScope | null,
): { app: FastifyInstance; routes: Routes } {
  const app = fastify({ routerOptions: { maxParamLength: 1800 } });
  answerErrors(app, async () => {});
  const routes = routesOn(app, async () => scope ?? operatorScope(connections));
  const deps = { connections, clock: systemClock };
  const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
  const invitationGuard = createSignInGuard(connections, systemClock, "invitation");
  // The server delivers what commands queue.
  const users = { ...deps, mailer: { canSend: config.mail !== null }, baseUrl, invitationGuard };
  serveUsers(routes, users);
  serveOrganizationUsers(routes, users);
  const outgoing = {
    post: openPost(config.outgoing.allow),
    sms: config.outgoing.sms,
    sessionSecret: async () => config.sessionSecret ?? (await ownSecret(config.dataDir)),
  };
  serveScopedAreas(routes, { ...deps, baseUrl, outgoing });
  return { app, routes };
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function methodOf(text: string): (typeof methods)[number] {
  const method = methods.find((one) => one === text);
  if (method === undefined) throw new Error(`No call is made with ${text}.`);
  return method;
}

function addressOf(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) search.append(name, String(one));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function valueIn(answer: { statusCode: number; json(): unknown }): unknown {
  const value = answer.json();
  if (answer.statusCode >= 400) throw rejectionOf(value, answer.statusCode);
  return value;
}

/** The sentences of a problem: those of its fields, where it has any, or its own. */
function rejectionOf(problem: unknown, status: number): Error {
  if (typeof problem !== "object" || problem === null) return new Error("The request failed without an error message.");
  const sentences = Object.entries(problem).flatMap(([field, value]) =>
    Array.isArray(value)
      ? value.flatMap((one) => (typeof one === "string" ? [one.includes(field) ? one : `${field}: ${one}`] : []))
      : [],
  );
  const detail = "detail" in problem && typeof problem.detail === "string" ? problem.detail : "";
  const text = sentences.length > 0 ? [...new Set(sentences)].join("\n") : detail;
  return status < 500 ? new UsageError(text) : new Error(text);
}
