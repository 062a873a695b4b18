import type { Person } from "../../world/actors.ts";
import { foreignData } from "../../world/canaries.ts";
import { expected, succeeds } from "../../world/expected.ts";
import { type Operation, operations } from "../../world/operation.ts";
import type { Request, Site } from "../../world/site.ts";
import { freshNames, settle, type World } from "../../world/world.ts";
import { keyTakings } from "./key-takings.ts";
import { somebody } from "./somebody.ts";
import { personalTakings, type Taken, type Taking } from "./takings.ts";

/** Calls that only read are tried so many at a time. */
const AT_ONCE = 6;

/** What was tried, and where the next request did not obey. */
export interface TriedTakings {
  ways: number;
  cells: number;
  /** Calls that were rejected, or returned nothing any more, after a right was gone. */
  calls: Set<string>;
  wrong: string[];
}

export interface Params {
  only?: (operation: Operation, taking: Taking) => boolean;
  /** Ends after the first wrong one. */
  isOver?: boolean;
}

/**
 * Gives somebody a right, lets them make a call that needs it, takes it away by the product's own call, and lets them make
 * the same call again, with what they hold of its answer: that next request must be answered as to somebody who never had
 * the right. Every way, every call that needs what it takes.
 */
export async function tryTakings(site: Site, world: World, { only = () => true, isOver = false }: Params = {}) {
  const tried: TriedTakings = { ways: 0, cells: 0, calls: new Set(), wrong: [] };
  // So that nobody is the last of their kind.
  await somebody(site, world, { staff: "IONAdmin" });
  await somebody(site, world, { admin: true });
  for (const taking of [...personalTakings, ...keyTakings]) {
    tried.ways++;
    const one = await taking.give(site, world);
    const needed = operations().filter(
      (operation) =>
        succeeds(operation, one.person, world.home) &&
        !succeeds(operation, afterwards(one), world.home) &&
        only(operation, taking),
    );
    const [reading, writing] = [
      needed.filter(({ method }) => method === "GET"),
      needed.filter(({ method }) => method !== "GET"),
    ];
    for (let i = 0; i < reading.length; i += taking.isForAll === true ? 1 : AT_ONCE) {
      const some = reading.slice(i, i + (taking.isForAll === true ? 1 : AT_ONCE));
      await Promise.all(some.map((operation) => tryOne(site, world, taking, operation, tried)));
      if (isOver && tried.wrong.length > 0) return tried;
    }
    for (const operation of writing) {
      await tryOne(site, world, taking, operation, tried);
      if (isOver && tried.wrong.length > 0) return tried;
    }
  }
  return tried;
}

/** The same person as they are once it is gone. */
function afterwards({ person, after }: Taken): Person {
  const known = after?.organizationIds ?? [];
  return { ...person, standing: after, gatewayOf: null, knownOrganizations: known, assignedProperties: [] };
}

async function tryOne(site: Site, world: World, taking: Taking, operation: Operation, tried: TriedTakings) {
  const taken = await taking.give(site, world);
  const { person, take } = taken;
  const at = `A10 ${operation.name}, ${taking.title}`;
  const before = await site.ask(await requestFor(site, world, operation, person));
  if (operation.method !== "GET") await settle(site, world);
  tried.cells++;
  if (!expected(operation, person, world.home).includes(before.status)) {
    tried.wrong.push(`${at}: ${before.status} while they had it: ${before.text.slice(0, 200)}`);
  }
  const next = await requestFor(site, world, operation, person);
  if (before.headers.etag !== undefined) next.headers["if-none-match"] = before.headers.etag;
  const gone = await site.ask(take);
  if (gone.status >= 300) tried.wrong.push(`${at}: it could not be taken: ${gone.status} ${gone.text.slice(0, 200)}`);
  const later = afterwards(taken);
  const answer = await site.ask(next);
  const wanted = expected(operation, later, world.home);
  if (!wanted.includes(answer.status)) {
    tried.wrong.push(`${at}: ${answer.status} afterwards, not ${wanted.join(" or ")}: ${answer.text.slice(0, 200)}`);
  }
  for (const datum of foreignData(world, later, operation, next, answer))
    tried.wrong.push(`${at}: afterwards ${datum}`);
  tried.calls.add(operation.name);
  if (operation.method !== "GET" || taking.isForAll === true) await settle(site, world);
}

/** The call about the own place; what it removes is made for it. */
async function requestFor(site: Site, world: World, operation: Operation, person: Person): Promise<Request> {
  const isFresh = operation.method === "DELETE" || operation.example.isFresh === true;
  const names = isFresh ? await freshNames(site, world, world.home, person) : world.home.names;
  const request = operation.request({ params: names, query: names, body: names }, world.home.canary.volume);
  return { ...request, headers: { ...request.headers, ...person.headers } };
}
