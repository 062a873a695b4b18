import fastify, { type FastifyInstance } from "fastify";
import type { z } from "zod";
import { type CallName, type Calls, calls } from "../../contract/calls.ts";
import { permission } from "../../contract/session.ts";
import { visiblePlaces } from "../accounts/places.ts";
import { createSignInGuard } from "../accounts/sign-in-guard.ts";
import type { Config } from "../config.ts";
import type { Connections } from "../database/connect.ts";
import { serveAlerts } from "../http/alerts.ts";
import { serveApiKeys } from "../http/api-keys.ts";
import { serveAuditLog } from "../http/audit-log.ts";
import { answerErrors } from "../http/errors.ts";
import { serveGallonPrices } from "../http/gallon-prices.ts";
import { serveImportList } from "../http/imports.ts";
import { serveInventory } from "../http/inventory.ts";
import { serveInventoryGateways } from "../http/inventory-gateways.ts";
import { serveOccupancy } from "../http/occupancy.ts";
import { serveOrganizationUsers } from "../http/organization-users.ts";
import { servePlaces } from "../http/places.ts";
import { reportRoutes } from "../http/report-routes.ts";
import { routesOn, splitName } from "../http/route.ts";
import { serveUsers } from "../http/users.ts";
import { UsageError } from "../imports/usage-error.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { systemClock } from "../time/clock.ts";
import { commandActor } from "./command-actor.ts";

/** The parts of a request by the names of their fields. */
export interface RequestedParts {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

export type AnswerOf<N extends CallName> = z.output<Calls[N]["response"]>;

/** Makes calls of the contract as whoever runs the installation, within this process. */
export interface Ask {
  /** @throws UsageError with the messages that a browser would receive */
  <N extends CallName>(name: N, parts: RequestedParts): Promise<AnswerOf<N>>;
  /** The bytes of a file response. */
  file(name: CallName, parts: RequestedParts): Promise<NodeJS.ReadableStream>;
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
 * @param scope of the caller; left out: whoever runs the installation
 */
export function askCalls(connections: Connections, config: Config, scope?: RequestScope): Ask {
  const app = openCalls(connections, config, scope);
  const inject = (name: CallName, parts: RequestedParts, payloadAsStream: boolean) => {
    const [method, path] = splitName(name);
    if (typeof method !== "string") throw new Error(`${name} has no method.`);
    const url = `${addressOf(path, parts.params)}${queryOf(parts.query)}`;
    const payload = calls[name].body === undefined ? {} : { payload: parts.body };
    return app.inject({ method: methodOf(method), url, ...payload, payloadAsStream });
  };
  const ask = async <N extends CallName>(name: N, parts: RequestedParts): Promise<AnswerOf<N>> => {
    const answer = await inject(name, parts, false);
    const value: unknown = answer.json();
    if (answer.statusCode >= 400) throw refusalOf(value, answer.statusCode);
    if (!isAnswer(name, value)) throw new Error(`${name} returned an answer that breaks its schema.`);
    return value;
  };
  const file = async (name: CallName, parts: RequestedParts) => {
    const answer = await inject(name, parts, true);
    if (answer.statusCode < 400) return answer.stream();
    let text = "";
    for await (const piece of answer.stream()) text += String(piece);
    throw refusalOf(JSON.parse(text), answer.statusCode);
  };
  return Object.assign(ask, { file });
}

function openCalls(connections: Connections, config: Config, scope: RequestScope | undefined): FastifyInstance {
  const clock = systemClock;
  const app = fastify({ routerOptions: { maxParamLength: 1800 } });
  answerErrors(app, async () => {});
  const routes = routesOn(app, async () => scope ?? operatorScope(connections));
  const deps = { connections, clock };
  const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
  const invitationGuard = createSignInGuard(connections, clock, "invitation");
  // The server delivers what commands queue.
  const users = { ...deps, mailer: { canSend: config.mail !== null }, baseUrl, invitationGuard };
  serveUsers(routes, users);
  serveOrganizationUsers(routes, users);
  serveInventory(routes, deps);
  servePlaces(routes, deps);
  serveInventoryGateways(routes, deps);
  serveApiKeys(routes, deps);
  serveAuditLog(routes, deps);
  serveImportList(routes, deps);
  const reports = reportRoutes(routes, deps);
  serveGallonPrices(reports, deps);
  serveOccupancy(reports, deps);
  serveAlerts(reports, deps);
  return app;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function methodOf(text: string): (typeof methods)[number] {
  const method = methods.find((one) => one === text);
  if (method === undefined) throw new Error(`No call is made with ${text}.`);
  return method;
}

function addressOf(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")));
}

function queryOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) search.append(name, String(one));
  }
  return search.size === 0 ? "" : `?${search}`;
}

/** Whether a response matches the contract of the call, which the compiler cannot infer. */
function isAnswer<N extends CallName>(name: N, value: unknown): value is AnswerOf<N> {
  return calls[name].response.safeParse(value).success;
}

/** The sentences of a problem: those of its fields, where it has any, or its own. */
function refusalOf(problem: unknown, status: number): Error {
  if (typeof problem !== "object" || problem === null) return new Error("The request failed without an error message.");
  const sentences = Object.values(problem).flatMap((value) =>
    Array.isArray(value) ? value.filter((one) => typeof one === "string") : [],
  );
  const detail = "detail" in problem && typeof problem.detail === "string" ? problem.detail : "";
  const text = sentences.length > 0 ? [...new Set(sentences)].join("\n") : detail;
  return status < 500 ? new UsageError(text) : new Error(text);
}
