import type { Person } from "../../world/actors.ts";
import { foreignData } from "../../world/canaries.ts";
import { expected } from "../../world/expected.ts";
import type { Operation } from "../../world/operation.ts";
import { unknownPlace } from "../../world/place.ts";
import { alike, send, volumeAt } from "../../world/send.ts";
import type { Site } from "../../world/site.ts";
import type { World } from "../../world/world.ts";
import type { Tried } from "./tried.ts";

const HEADER = "x-current-organization-id";

/**
 * Makes a call about the caller's own things while X-CURRENT-ORGANIZATION-ID names an organization of somebody else,
 * none that there is, or nothing at all: people and keys are rejected, all in the same words, but for what is the same in
 * all organizations; and staff, who act in all of theirs at once, are answered as without it.
 */
export async function tryOrganizations(
  site: Site,
  world: World,
  operation: Operation,
  person: Person,
  tried: Tried,
): Promise<void> {
  const { standing } = person;
  // Who chose another one already is among the people; what staff write is tried without the header.
  if (operation.access === "public" || standing?.choseForeign === true) return;
  const isStaff = standing?.role === "IONAdmin" || standing?.role === "ION staff";
  const isJudged = operation.access !== "gateway" && standing !== null && !isStaff;
  if (!isJudged && operation.method !== "GET") return;
  const { names } = world.home;
  const request = operation.request({ params: names, query: names, body: names }, volumeAt(world.home));
  const known = person.knownOrganizations;
  const foreign = [...world.organizationMarkers.keys()].filter((id) => !known.includes(id)).map(String);
  const both = `${world.home.organizationId}, ${world.foreign.organizationId}`;
  const malformed = ["", "1 or 1=1", both, `0${known[0] ?? 1}`, `${known[0] ?? 1}.0`];
  // One after the other: whoever makes all calls gives them all.
  const wrong = malformed[tried.organizations % malformed.length] ?? "";
  const answers = new Map<string, string>();
  for (const chosen of [String(unknownPlace.names.organization), ...foreign, wrong]) {
    const caller = { ...person, headers: { ...person.headers, [HEADER]: chosen } };
    const answer = await send(site, world, operation, caller, request);
    tried.organizations++;
    const at = `${operation.name} as ${person.title}, header "${chosen}"`;
    const wanted = isJudged && !operation.anyOrganization ? [403] : expected(operation, person, world.home);
    if (!wanted.includes(answer.status)) tried.wrong.push(`${at}: ${answer.status}, not ${wanted.join(" or ")}`);
    for (const datum of foreignData(world, person, operation, request, answer)) tried.wrong.push(`${at}: ${datum}`);
    answers.set(chosen, alike(answer, []));
  }
  if (new Set(answers.values()).size > 1) {
    tried.wrong.push(
      `${operation.name} as ${person.title}: organizations in the header are told apart: ${[...answers]}`,
    );
  }
}
