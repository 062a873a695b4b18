import type { Person } from "../world/actors.ts";
import { succeeds } from "../world/expected.ts";
import { type Operation, operations } from "../world/operation.ts";
import type { Site } from "../world/site.ts";
import type { World } from "../world/world.ts";
import { drawCases } from "./cases/cases.ts";
import { type Tally, tryOperation } from "./try-operation.ts";

/** Who makes the calls: the first of them who may. */
const CALLERS = ["IONAdmin", "admin of A", "the gateway of A"];

export function callersIn(world: World): Person[] {
  return CALLERS.flatMap((title) => world.people.filter((person) => person.title === title));
}

/** Makes `count` drawn cases of every call of the contract that is chosen. */
export async function tryGenerated(
  site: Site,
  world: World,
  count: number,
  seed: number,
  only: (operation: Operation) => boolean = () => true,
): Promise<Tally[]> {
  const people = callersIn(world);
  const tallies: Tally[] = [];
  // What reads comes first, for writes that succeed leave traces; the first administrator's last: it needs a product
  // without users.
  const turn = ({ name, method }: Operation) => (name === "POST /v1/first-admin" ? 2 : Number(method !== "GET"));
  for (const operation of operations()
    .filter(only)
    .toSorted((a, b) => turn(a) - turn(b))) {
    const person = people.find((one) => succeeds(operation, one, world.home));
    if (person === undefined) throw new Error(`Nobody of ${CALLERS.join(", ")} may make ${operation.name}.`);
    const cases = drawCases(operation, world.home.names, count, seed);
    tallies.push(await tryOperation(site, world, person, operation, cases));
  }
  return tallies;
}
