import fc from "fast-check";
import { succeeds } from "../world/expected.ts";
import { type Operation, operations } from "../world/operation.ts";
import type { Names } from "../world/place.ts";
import type { Site } from "../world/site.ts";
import type { World } from "../world/world.ts";
import { type Case, callOf, drawValues, settledParts } from "./cases/cases.ts";
import { pathsIn, replaced, type Values } from "./cases/change.ts";
import { build, isInForm } from "./cases/request.ts";
import { hiddenNames, hostileNames } from "./cases/values.ts";
import { callersIn } from "./generated.ts";
import { tryOperation } from "./try-operation.ts";

/** So many bodies of a call are drawn to meet each of its fields. */
const DRAWN = 200;
/** Thousandths of a gallon in the readings of examples. */
const VOLUME = 1000;
/** What nobody is ever shown, and what a name can only be wrong in. */
const secrets = /token$|password$|one_time_code$/;
/** Fields of a change that say what it was begun with. */
const known = ["expected", "expected_name", "expected_modified_at"];

interface HostileTextsTried {
  fields: number;
  sent: number;
  accepted: number;
  /** Fields that took none of the names, each with why. */
  closed: string[];
  wrong: string[];
}

/**
 * Sends every hostile name in every field of every body in which the contract takes any text, and looks whether it is
 * kept as it was given or rejected by the name of the field.
 */
export async function tryHostileTexts(
  site: Site,
  world: World,
  seed: number,
  only: (operation: Operation) => boolean = () => true,
): Promise<HostileTextsTried> {
  const tried: HostileTextsTried = { fields: 0, sent: 0, accepted: 0, closed: [], wrong: [] };
  const people = callersIn(world);
  // It empties the product of its users.
  const chosen = operations().filter((one) => one.name !== "POST /v1/first-admin" && only(one));
  for (const operation of chosen) {
    const person = people.find((one) => succeeds(operation, one, world.home));
    if (person === undefined || callOf(operation).body === undefined) continue;
    for (const [field, cases] of casesByField(operation, world.home.names, seed)) {
      const tally = await tryOperation(site, world, person, operation, cases);
      tried.fields++;
      tried.sent += cases.length;
      tried.accepted += tally.accepted;
      tried.wrong.push(...tally.wrong);
      if (tally.accepted > 0 || tally.isClosed || known.some((name) => field.startsWith(name))) continue;
      const why = [...tally.rejections].map(([reason, times]) => `${times} x ${reason}`).join("; ");
      tried.closed.push(`${operation.name} ${field}: ${why}`);
    }
  }
  return tried;
}

/** By field, the calls that give it each of the names that the contract takes there. */
function casesByField(operation: Operation, names: Names, seed: number): Map<string, Case[]> {
  const call = callOf(operation);
  const takes = (values: Values) => isInForm(call, build(operation, settledParts(operation, values, names)).seen);
  const found = new Map<string, Case[]>();
  const tried = new Set<string>();
  const drawn = fc.sample(drawValues(operation, names), { numRuns: DRAWN, seed });
  const { body, ways = {} } = operation.example;
  const exampleBodies = [...(body === undefined ? [] : [body]), ...Object.values(ways)].map((make) =>
    make(names, VOLUME),
  );
  for (const values of [...exampleBodies.map((one) => ({ ...drawn[0], body: one })), ...drawn]) {
    for (const path of pathsIn(values.body)) {
      const field = nameOf(path);
      if (tried.has(field) || secrets.test(field)) continue;
      tried.add(field);
      // What somebody knew before is drawn, and so another than what is: nothing would be changed.
      const base = known.reduce(
        (body, name) => (path[0] === name ? body : replaced(body, [name], undefined)),
        values.body,
      );
      const cases = [...hostileNames, ...hiddenNames].flatMap((text): Case[] => {
        const given = { ...values, body: replaced(base, path, text) };
        return takes(given) ? [{ values: given, change: null, isExample: false, text: { field, text } }] : [];
      });
      if (cases.length > 0) found.set(field, cases);
    }
  }
  return found;
}

/** The field at a place, whichever row of a list it is in; the cells of a row are named by whoever sends it. */
function nameOf(path: readonly (string | number)[]): string {
  const name = path.map((step) => (typeof step === "number" ? "[]" : step)).join(".");
  return name.replace(/\.cells\.(?!(?:building|unit|point|serial)$).*/s, ".cells.*");
}
