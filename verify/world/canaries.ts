import type { Person } from "./actors.ts";
import { seesArchived } from "./expected.ts";
import type { Operation } from "./operation.ts";
import type { Answer, Request } from "./site.ts";
import type { LivingPlace } from "./tenant.ts";
import type { World } from "./world.ts";

const RANGE = 1_000_000;
/** Volumes that are sums of readings, and of nothing else. */
const VOLUMES = new Set([
  "gallons_consumed",
  "gallons_leaked",
  "total_gallons_leaked",
  "last_7_days_gallons",
  "gallons_while_vacant",
]);

/**
 * What an answer tells of places that the person may not see: words in status, headers and body, ids, and volumes that
 * do not add up from their own readings. What the request itself stated is no news.
 */
export function foreignData(
  world: World,
  person: Person,
  operation: Operation,
  request: Request,
  answer: Answer,
): string[] {
  const sent = `${request.url} ${JSON.stringify(request.body ?? "")}`.toLowerCase();
  const { date: _date, ...headers } = answer.headers;
  const responseText = `${JSON.stringify(headers)} ${answer.text}`;
  const lower = responseText.toLowerCase();
  const reach = person.standing?.choseForeign === true ? null : person.standing;
  const places = [world.home, world.unassigned, world.archived, world.foreign];
  const isManaged = (place: LivingPlace) =>
    place.isArchived &&
    reach?.organizationIds.includes(place.organizationId) === true &&
    seesArchived(operation, reach);
  const isNamed = (place: LivingPlace) =>
    operation.path === "/v1/me" && person.assignedProperties?.includes(place.propertyId) === true;
  const isSeen = (place: LivingPlace) =>
    reach?.propertyIds.includes(place.propertyId) === true ||
    person.gatewayOf === place ||
    isManaged(place) ||
    isNamed(place);
  const hidden = places.filter((place) => !isSeen(place));
  const found: string[] = [];
  for (const { canary } of hidden) {
    const marker = canary.marker.toLowerCase();
    if (lower.includes(marker) && !isEcho(lower, sent, marker)) found.push(`the word ${canary.marker}`);
  }
  for (const [id, marker] of world.organizationMarkers) {
    const known = person.knownOrganizations.includes(id) || person.gatewayOf?.organizationId === id;
    if (!known && lower.includes(marker.toLowerCase())) found.push(`the word ${marker}`);
  }
  for (const number of new Set(responseText.match(/(?<![\w.-])\d{8}(?![\w.-])/g))) {
    const owner = hidden.find(({ canary }) => Math.floor(Number(number) / RANGE) === canary.firstId / RANGE);
    if (owner !== undefined && !sent.includes(number)) found.push(`the id ${number} of ${owner.canary.marker}`);
  }
  for (const number of new Set(responseText.match(/(?<![\w.-])\d{8}(?![\w.-])/g))) {
    const organization = Number(number) - (Number(number) % RANGE);
    if (!world.organizationMarkers.has(organization) || person.knownOrganizations.includes(organization)) continue;
    if (person.gatewayOf?.organizationId !== organization && !sent.includes(number))
      found.push(`the id ${number} of an organization`);
  }
  const seen = places.filter(isSeen);
  const [only] = seen;
  if (seen.length === 1 && only !== undefined) found.push(...foreignVolumes(answer, only));
  return found;
}

/** Whether a word stands in the answer only as the request gave it, such as in the address of the next page. */
function isEcho(responseText: string, sent: string, marker: string): boolean {
  const around = new RegExp(`[\\w%-]*${marker}[\\w%-]*`, "g");
  return [...(responseText.match(around) ?? [])].every((text) => sent.includes(text));
}

/** Sums of readings that are no multiple of the only property's. */
function foreignVolumes(answer: Answer, { canary }: LivingPlace): string[] {
  if (answer.status >= 300 || !answer.text.startsWith("{")) return [];
  const found: string[] = [];
  JSON.parse(answer.text, (key, value) => {
    if (VOLUMES.has(key) && typeof value === "number" && Math.round(value * 1000) % canary.volume !== 0) {
      found.push(`${key} ${value}, which is no sum of ${canary.marker}'s`);
    }
    return value;
  });
  return found;
}
