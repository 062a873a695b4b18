import type { Person } from "../world/actors.ts";
import type { Operation } from "../world/operation.ts";
import type { Names } from "../world/place.ts";
import { type Answer, NOW, type Request, type Site, startSession } from "../world/site.ts";
import { freshNames, settle, type World } from "../world/world.ts";
import { type Case, callOf, settledParts } from "./cases/cases.ts";
import { changed, type Values } from "./cases/change.ts";
import { fromEntries } from "./cases/drawn.ts";
import { expectedNames } from "./cases/expected-names.ts";
import { build, isInForm } from "./cases/request.ts";
import { changesUser, starts } from "./cases/starts.ts";
import { judge } from "./judge.ts";

/** What became of the cases of one operation. */
export interface Tally {
  name: string;
  cases: number;
  /** Cases that the contract takes and that name what there is. */
  valid: number;
  /** Of these, those answered with success; and those that a rule beyond the form rejected, by field or as a conflict. */
  accepted: number;
  ruled: number;
  /** Changed ones that the contract does not take. */
  malformed: number;
  /** Whether any case, valid or not, was answered with success. */
  isReached: boolean;
  /** Whether its example says that it does not succeed here, and nothing makes it. */
  isClosed: boolean;
  /** Why valid cases were rejected, and how often. */
  rejections: Map<string, number>;
  wrong: string[];
}

const AT_ONCE = 8;
let requests = 0;

/** Makes the cases of an operation as somebody who may make it, where they may. */
export async function tryOperation(
  site: Site,
  world: World,
  person: Person,
  operation: Operation,
  cases: readonly Case[],
): Promise<Tally> {
  const tally: Tally = {
    name: operation.name,
    cases: 0,
    valid: 0,
    accepted: 0,
    ruled: 0,
    malformed: 0,
    isReached: false,
    isClosed:
      operation.example.statuses?.every((status) => status >= 400) === true && starts[operation.name] === undefined,
    rejections: new Map(),
    wrong: [],
  };
  // Calls that only read may be made at the same time.
  const atOnce = operation.method === "GET" ? AT_ONCE : 1;
  for (let i = 0; i < cases.length; i += atOnce) {
    const some = cases.slice(i, i + atOnce);
    await Promise.all(some.map((one) => tryCase(site, world, person, operation, one, tally)));
  }
  return tally;
}

async function tryCase(site: Site, world: World, person: Person, operation: Operation, one: Case, tally: Tally) {
  const call = callOf(operation);
  const { example, values, headers } = await prepared(site, world, person, operation, one.values);
  const made = one.change === null ? { values, at: null } : changed(values, one.change);
  const { request, seen } = one.isExample ? { request: example, seen: {} } : build(operation, made.values);
  const answer = await ask(site, { ...request, headers: { ...request.headers, ...headers } });
  const inForm = isInForm(call, seen);
  const judged = judge(call, { request }, answer);
  const isAccepted = answer.status < 400;
  tally.cases++;
  if (isAccepted) tally.isReached = true;
  const wrong = [...judged.wrong];
  if (one.change === null) {
    tally.valid++;
    if (isAccepted) tally.accepted++;
    else if (answer.status === 409 || (judged.named ?? []).length > 0) tally.ruled++;
    if (!isAccepted) {
      const why = `${answer.status} ${judged.code} ${(judged.named ?? []).join(", ")}`;
      tally.rejections.set(why, (tally.rejections.get(why) ?? 0) + 1);
    }
  } else if (!inForm) {
    tally.malformed++;
    if (isAccepted) wrong.push("it takes what the contract does not");
    const wanted = expectedNames(call, seen);
    const isNamed = judged.named?.some((name) => wanted.has(name.split(".")[0] ?? "")) ?? true;
    if (!isNamed && (judged.code === "invalid_fields" || judged.code === "invalid_request")) {
      wrong.push(`it names ${judged.named?.join(", ")}, not ${[...wanted].join(" or ")}`);
    }
  }
  if (isAccepted && one.text !== undefined) wrong.push(...notKept(one.text, answer));
  for (const sentence of wrong) {
    const requestText = `${request.url.slice(0, 200)} ${String(request.body ?? "").slice(0, 300)}`;
    tally.wrong.push(`${operation.name}: ${sentence}: ${answer.status} ${answer.text.slice(0, 300)} to ${requestText}`);
  }
  if (isAccepted && operation.method !== "GET" && operation.path.includes("/inventory/")) await settle(site, world);
}

/** A text is given back as it was, apart from spaces around it, by an answer that has its field. */
function notKept({ field, text }: { field: string; text: string }, answer: Answer): string[] {
  if (answer.text === "") return [];
  const given: unknown = Object.getOwnPropertyDescriptor(Object(JSON.parse(answer.text)), field)?.value;
  return typeof given !== "string" || given === text.trim() ? [] : [`it is kept as ${JSON.stringify(given)}`];
}

interface Prepared {
  /** The operation's own example. */
  example: Request;
  values: Values;
  headers: Record<string, string>;
}

/** The values of a call with the names of what it is about, created again where calls use it up. */
async function prepared(
  site: Site,
  world: World,
  person: Person,
  operation: Operation,
  values: Values,
): Promise<Prepared> {
  const { home } = world;
  const isFresh =
    operation.method === "DELETE" || operation.example.isFresh === true || changesUser.test(operation.name);
  const start = await starts[operation.name]?.(site, home);
  const found = isFresh ? await freshNames(site, world, home, person) : home.names;
  const names: Names = { ...found, ...start?.names };
  // Signing in ends the session that a browser had.
  const own = operation.access === "public" ? {} : person.headers;
  const headers: Record<string, string> = { ...own, ...start?.headers };
  if (operation.example.endsSession === true && person.userId !== null) {
    headers.cookie = (await startSession(site.connections, person.userId, new Date(NOW + 3_600_000))).cookie;
  }
  const parts = settledParts(operation, values, names);
  const example = operation.request({ params: names, query: names, body: names }, home.canary.volume);
  const withStart = (body: unknown): unknown =>
    start?.fields === undefined || typeof body !== "object" || body === null
      ? body
      : fromEntries([...Object.entries(body), ...Object.entries(start.fields)]);
  const { body } = example;
  return {
    example: { ...example, body: typeof body === "object" ? Object(withStart(body)) : body },
    values: {
      ...parts,
      query: start?.query === undefined ? parts.query : { ...Object(parts.query), ...start.query },
      body: withStart(parts.body),
    },
    headers,
  };
}

/** Each from an address of its own, so that nobody is held back for the attempts of others. */
function ask(site: Site, request: Request): Promise<Answer> {
  requests++;
  return site.ask({ ...request, address: `10.${(requests >> 16) % 256}.${(requests >> 8) % 256}.${requests % 256}` });
}
