import type { Person } from "./actors.ts";
import type { Operation } from "./operation.ts";
import type { Names, Place } from "./place.ts";
import { type Answer, NOW, type Request, type Site, startSession } from "./site.ts";
import { isLiving, settle, type World } from "./world.ts";

/** Volumes that are sent to a place are multiples of this many thousandths of a gallon. */
export function volumeAt(place: Place): number {
  return isLiving(place) ? place.canary.volume : 1000;
}

/** Makes a call as somebody, and puts back what it moved. */
export async function send(
  site: Site,
  world: World,
  operation: Operation,
  person: Person,
  request: Request,
): Promise<Answer> {
  const headers: Record<string, string> = { ...request.headers, ...person.headers };
  if (operation.example.endsSession === true && person.userId !== null) {
    headers.cookie = (await startSession(site.connections, person.userId, new Date(NOW + 3_600_000))).cookie;
  }
  const answer = await site.ask({ ...request, headers });
  if (answer.status < 300 && operation.method !== "GET") await settle(site, world);
  return answer;
}

/** An answer without what differs from one request to the next: its id, date and time taken, and the names it repeats. */
export function alike(answer: Answer, requestedNames: readonly Names[]): string {
  const { date: _date, "server-timing": _timing, "content-length": _length, ...headers } = answer.headers;
  // What a call makes gets the next id; a file is longer by its serial numbers.
  const body = answer.text.replace(/"request_id":"[^"]*"/, "").replaceAll(/\b4[2-9]\d{6}\b|"bytes":\d+/g, "…");
  let normalized = `${answer.status} ${JSON.stringify(headers)} ${body}`.toLowerCase();
  const names = requestedNames.flatMap((one) => Object.values(one).map((name) => String(name).toLowerCase()));
  // Long ones first, for they may hold others; short ones could stand for anything.
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    if (name.length >= 5) normalized = normalized.replaceAll(name, "…");
  }
  return normalized;
}
