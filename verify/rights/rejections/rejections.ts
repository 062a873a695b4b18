import type { Call } from "../../../contract/call/call.ts";
import { calls } from "../../../contract/calls.ts";
import type { Person } from "../../world/actors.ts";
import { expected, sees, succeeds } from "../../world/expected.ts";
import type { Operation } from "../../world/operation.ts";
import { schemaOf } from "../../world/parameters.ts";
import { malformedPlace, unknownPlace } from "../../world/place.ts";
import type { Request } from "../../world/site.ts";
import type { World } from "../../world/world.ts";
import { surplusBodies } from "./surplus.ts";

/** A request that must be rejected. */
export interface Rejection {
  /** What is wrong with it. */
  title: string;
  request: Request;
  /** Statuses of which it must be answered with one. */
  statuses: readonly number[];
  /** Whether somebody is signed in who can be named on record. */
  isKnown: boolean;
  /** A field that the answer must name; null: none in particular. */
  names: string | null;
}

const contract: Readonly<Record<string, Call>> = calls;
/** What these name in their bodies is rejected row by row, in an answer of success. */
const judgedRowByRow: ReadonlySet<string> = new Set([
  "PUT /v1/properties/{property_id}/occupancy",
  "POST /v1/ingest/heartbeats",
]);
const MALFORMED = [400, 422];
const JSON_TYPE = { "content-type": "application/json" };

/** Every way in which a writing call is rejected that follows from the contract. */
export function rejectionsOf(operation: Operation, world: World): Rejection[] {
  const { home, foreign } = world;
  const at = (names: typeof home.names) => ({ params: names, query: names, body: names });
  const base = operation.request(at(home.names), home.canary.volume);
  const able = world.people.find((person) => succeeds(operation, person, home));
  const list = rejectedPeople(operation, world, base);
  if (able === undefined) return list;
  const isPublic = operation.access === "public";
  const isKnown = able.standing !== null && !isPublic;
  const headers = { ...base.headers, ...(isPublic ? {} : able.headers) };
  const add = (title: string, statuses: readonly number[], request: Partial<Request>, names: string | null = null) => {
    const sent = { ...base, ...request, headers: { ...headers, ...request.headers } };
    list.push({ title, statuses, request: sent, isKnown, names });
  };
  if (operation.slots.some(({ part }) => part === "params")) {
    add("what does not exist", [404], operation.request({ ...at(home.names), params: unknownPlace.names }, 1000));
    add("no name", MALFORMED, operation.request({ ...at(home.names), params: malformedPlace.names }, 1000));
    const near = world.people.find(
      (person) => succeeds(operation, person, home) && sees(operation, person, foreign).length === 0,
    );
    if (near !== undefined && operation.slots.every(({ kind }) => kind !== "session")) {
      const request = operation.request({ ...at(home.names), params: foreign.names }, 1000);
      add("another tenant's", [404], { ...request, headers: { ...request.headers, ...near.headers } });
    }
  }
  if (!operation.path.startsWith("/v1/ingest/"))
    add("from another site", [403], { headers: { "sec-fetch-site": "cross-site" } });
  const schema = contract[operation.name]?.body;
  if (schema === undefined || typeof base.body !== "object") return list;
  if (operation.slots.some(({ part }) => part === "body") && !isPublic && !judgedRowByRow.has(operation.name)) {
    const unknown = operation.request({ ...at(home.names), body: unknownPlace.names }, 1000);
    add("what does not exist, in the body", [404, 409, 422], unknown);
  }
  const { body } = base;
  for (const { at: where, body: surplus } of surplusBodies(
    schemaOf({ ...contract[operation.name], body: schema }, "body"),
    body,
  )) {
    add(`a field too many at ${where || "the top"}`, [422], { body: surplus }, "surplus_field");
  }
  for (const [field, value] of Object.entries(body)) {
    const wrong = typeof value === "object" && value !== null ? "a text" : { of: "another kind" };
    add(`${field} of another kind`, [422], { body: { ...body, [field]: wrong } }, field);
  }
  for (const text of ["null", "[]", '"a text"', "1"])
    add(`the body ${text}`, [422], { body: text, headers: JSON_TYPE });
  add("a body that is not JSON", [400], { body: '{"', headers: JSON_TYPE });
  add("a body of another type", [415], { body: "a text", headers: { "content-type": "text/plain" } });
  return list;
}

/** Rejected for who they are: nobody, or somebody without the right. */
function rejectedPeople(operation: Operation, world: World, base: Request): Rejection[] {
  const must = (person: Person, status: number) => {
    const statuses = expected(operation, person, world.home);
    return statuses.length === 1 && statuses[0] === status;
  };
  const rejected = (person: Person, status: number): Rejection => ({
    title: person.title,
    request: { ...base, headers: { ...base.headers, ...person.headers } },
    statuses: [status],
    isKnown: person.standing !== null,
    names: null,
  });
  return [401, 403].flatMap((status) =>
    world.people.filter((person) => must(person, status)).map((person) => rejected(person, status)),
  );
}
