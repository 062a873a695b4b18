import { foreignData } from "../world/canaries.ts";
import { expected } from "../world/expected.ts";
import { operations } from "../world/operation.ts";
import type { Answer, Request, Site } from "../world/site.ts";
import type { World } from "../world/world.ts";

/** Requests under way at the same time, several for each connection of the pool. */
const AT_ONCE = 48;
/** One in so many is given up by its sender before it is answered. */
const ABORTED_EVERY = 17;

/** Lets people of two tenants, and errors and aborts among them, read at the same time over a socket. */
export async function tryInterleaved(
  site: Site,
  world: World,
  requests: number,
): Promise<{ answered: number; errors: number; aborted: number; wrong: string[] }> {
  const reads = operations().filter(
    ({ method, access, name }) => method === "GET" && access !== "public" && !name.endsWith(".csv"),
  );
  const people = world.people.filter(
    ({ standing }) => standing !== null && !standing.choseForeign && standing.role !== "IONAdmin",
  );
  const places = world.places.filter((place) => place.title !== "malformed");
  const wrong: string[] = [];
  const done = { answered: 0, errors: 0, aborted: 0, wrong };
  let next = 0;
  const work = async () => {
    for (let i = next++; i < requests; i = next++) {
      // Neighbours differ in who asks, what and about what.
      const operation = reads[(i * 7) % reads.length];
      const person = people[i % people.length];
      const place = places[(i * 3 + Math.floor(i / people.length)) % places.length];
      if (operation === undefined || person === undefined || place === undefined) return;
      const { names } = place;
      const request = operation.request({ params: names, query: names, body: names }, 1);
      const answer = await fetched(site, { ...request, headers: { ...request.headers, ...person.headers } }, i);
      if (answer === null) {
        done.aborted++;
        continue;
      }
      done.answered++;
      if (answer.status >= 400) done.errors++;
      const at = `${operation.name} as ${person.title}, ${place.title}`;
      const wanted = expected(operation, person, place);
      if (!wanted.includes(answer.status)) done.wrong.push(`${at}: ${answer.status}, not ${wanted.join(" or ")}`);
      for (const datum of foreignData(world, person, operation, request, answer)) done.wrong.push(`${at}: ${datum}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return done;
}

/** An answer over the network; null when the sender gave up. */
async function fetched(site: Site, { method, url, headers }: Request, i: number): Promise<Answer | null> {
  const giveUp = new AbortController();
  const timer = i % ABORTED_EVERY === 0 ? setTimeout(() => giveUp.abort(), i % 5) : null;
  try {
    const answer = await fetch(site.url + url, { method, headers, signal: giveUp.signal });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  } catch (error) {
    if (giveUp.signal.aborted) return null;
    throw error;
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}
