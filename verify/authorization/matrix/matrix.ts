import type { Person } from "../../world/actors.ts";
import { foreignData } from "../../world/canaries.ts";
import { expected, sees, succeeds } from "../../world/expected.ts";
import { type Operation, operationsInAllWays, type Part, type Slot } from "../../world/operation.ts";
import { malformedPlace, type Names, type Place, unknownPlace } from "../../world/place.ts";
import { alike, send, volumeAt } from "../../world/send.ts";
import type { Site } from "../../world/site.ts";
import type { LivingPlace } from "../../world/tenant.ts";
import { freshNames, isLiving, type World } from "../../world/world.ts";
import { tryOrganizations } from "./chosen-organization.ts";
import type { Tried } from "./tried.ts";

export interface Params {
  /** Which of the operations; all of them unless specified. */
  only?: (operation: Operation) => boolean;
  /** Which of the people. */
  people?: (person: Person) => boolean;
  /** What is done after each call was made by everybody. */
  after?: (operation: Operation) => Promise<void>;
  /** Ends after the first wrong answer. */
  isOver?: (tried: Tried) => boolean;
}

/** Makes every call as everybody about every place, and every parameter of it for itself. */
export async function tryMatrix(site: Site, world: World, params: Params = {}): Promise<Tried> {
  const chosen = operationsInAllWays().filter(params.only ?? (() => true));
  const people = world.people.filter(params.people ?? (() => true));
  const tried: Tried = {
    cells: 0,
    parameters: 0,
    organizations: 0,
    succeeded: new Set(),
    untried: [],
    operations: chosen.length,
    wrong: [],
  };
  // What reads first: writes that succeed leave traces.
  for (const operation of chosen.toSorted((a, b) => Number(a.method !== "GET") - Number(b.method !== "GET"))) {
    // What only reads is tried by all at once.
    const rows = operation.method === "GET" ? [people] : people.map((person) => [person]);
    for (const row of rows) {
      await Promise.all(row.map((person) => tryAll(site, world, operation, person, tried)));
      if (params.isOver?.(tried) === true) return tried;
    }
    await params.after?.(operation);
    const isToSucceed = operation.example.statuses?.every((status) => status >= 300) !== true;
    if (isToSucceed && !tried.succeeded.has(operation.name)) {
      tried.untried.push(`${operation.name} never succeeded: give it an example in verify/world/examples.ts.`);
    }
  }
  return tried;
}

async function tryAll(site: Site, world: World, operation: Operation, person: Person, tried: Tried): Promise<void> {
  // A call that names nothing is the same about every place. The own one comes last: there it may change something.
  const inOrder =
    operation.slots.length === 0 ? [world.home] : [...world.places.filter((place) => place !== world.home), world.home];
  const outOfReach = new Map<string, string>();
  for (const place of inOrder) {
    const isFresh =
      (operation.method === "DELETE" || operation.example.isFresh === true) &&
      isLiving(place) &&
      succeeds(operation, person, place);
    const names = isFresh ? await freshNames(site, world, place, person) : place.names;
    const request = operation.request({ params: names, query: names, body: names }, volumeAt(place));
    const answer = await send(site, world, operation, person, request);
    tried.cells++;
    const wanted = expected(operation, person, place);
    const at = `${operation.name} as ${person.title}, ${place.title}`;
    if (!wanted.includes(answer.status)) {
      tried.wrong.push(`${at}: ${answer.status}, not ${wanted.join(" or ")}: ${answer.text.slice(0, 200)}`);
    }
    if (answer.status < 300) tried.succeeded.add(operation.name);
    for (const datum of foreignData(world, person, operation, request, answer)) tried.wrong.push(`${at}: ${datum}`);
    if (sees(operation, person, place).length === 0 && operation.slots.length > 0) {
      outOfReach.set(place.title, alike(answer, [names]));
    }
  }
  const nothing = outOfReach.get(unknownPlace.title);
  for (const [title, answer] of outOfReach) {
    if (title === malformedPlace.title || nothing === undefined || answer === nothing) continue;
    tried.wrong.push(
      `${operation.name} as ${person.title}: ${title} is told from not existing: ${answer} | ${nothing}`,
    );
  }
  // Without filters: all that there is for them.
  if (operation.slots.some(({ part }) => part === "query")) {
    const names = (world.places.filter(isLiving).find((place) => succeeds(operation, person, place)) ?? world.home)
      .names;
    const request = operation.request({ params: names, query: names, body: names }, 1, true);
    const answer = await send(site, world, operation, person, request);
    tried.cells++;
    const at = `${operation.name} as ${person.title}, unfiltered`;
    if (answer.status >= 500) tried.wrong.push(`${at}: ${answer.status}`);
    for (const datum of foreignData(world, person, operation, request, answer)) tried.wrong.push(`${at}: ${datum}`);
  }
  await tryOrganizations(site, world, operation, person, tried);
  if (person.standing !== null) await tryParameters(site, world, operation, person, tried);
}

/** Gives one parameter at a time a name from elsewhere, all others staying at home. */
async function tryParameters(site: Site, world: World, operation: Operation, person: Person, tried: Tried) {
  const base = [world.home, world.foreign].find((place) => succeeds(operation, person, place));
  if (base === undefined) return;
  for (const slot of operation.slots) {
    const answers = new Map<Place, string>();
    for (const place of [unknownPlace, world.foreign, world.unassigned, world.archived]) {
      if (place === base || sees(operation, person, place).includes(slot)) continue;
      const names = mixed(base, slot, place);
      const request = operation.request(names, base.canary.volume);
      const answer = await send(site, world, operation, person, request);
      tried.parameters++;
      const at = `${operation.name} as ${person.title}, ${slot.part} ${slot.kind} ${place.title}`;
      for (const datum of foreignData(world, person, operation, request, answer)) tried.wrong.push(`${at}: ${datum}`);
      if (answer.status >= 500) tried.wrong.push(`${at}: ${answer.status}`);
      if (slot.part === "params" && answer.status < 300) tried.wrong.push(`${at}: ${answer.status}`);
      answers.set(place, alike(answer, [place.names]));
    }
    const nothing = answers.get(unknownPlace);
    for (const [place, answer] of answers) {
      // A thing of the same organization is distinct from an unknown one where the parameter names the organization.
      if (answer === nothing || sameName(place, base, slot)) continue;
      tried.wrong.push(
        `${operation.name} as ${person.title}: ${slot.part} ${slot.kind} ${place.title} is told from not existing: ${answer} | ${nothing}`,
      );
    }
  }
}

function sameName(place: Place, base: Place, { kind }: Slot): boolean {
  return place.names[kind] === base.names[kind];
}

function mixed(base: LivingPlace, slot: Slot, place: Place): Record<Part, Names> {
  const other = { ...base.names, [slot.kind]: place.names[slot.kind] };
  const { names } = base;
  const all = { params: names, query: names, body: names };
  return { ...all, [slot.part]: other };
}
