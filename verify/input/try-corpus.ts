import type { Person } from "../world/actors.ts";
import { succeeds } from "../world/expected.ts";
import { type Operation, operations } from "../world/operation.ts";
import type { Answer, Request, Site } from "../world/site.ts";
import { changedByRequest, summing, sumsAtRest } from "../world/sums.ts";
import type { World } from "../world/world.ts";
import { callOf } from "./cases/cases.ts";
import { replaced } from "./cases/change.ts";
import {
  hiddenNames,
  hostileNames,
  type Sort,
  tooDeep,
  wrongBodies,
  wrongPeriods,
  wrongQueries,
  wrongValues,
} from "./cases/values.ts";
import { bodyTargets, listTargets, nameTargets, reportTargets, targets } from "./corpus.ts";
import { judge } from "./judge.ts";

/** One request of the corpus. */
interface Entry {
  operation: Operation;
  title: string;
  request: Request;
  /** Where it must be rejected: the names of which one must be reported; null: a text that must be kept. */
  rejectedAs: readonly string[] | null;
  kept?: { field: string; text: string };
}

export interface CorpusTried {
  entries: number;
  rejected: number;
  kept: number;
  wrong: string[];
}

const CALLERS = ["IONAdmin", "admin of A", "the gateway of A"];
const PUBLIC_BYTES = 16 * 1024;
/** Stands in a body where the raw value comes. */
const HERE = "\u0001here\u0001";

/** Sends every `step`th entry of the corpus, and looks whether anything changed that was rejected. */
export async function tryCorpus(site: Site, world: World, step = 1): Promise<CorpusTried> {
  const tried: CorpusTried = { entries: 0, rejected: 0, kept: 0, wrong: [] };
  const sums = await summing(site);
  let before = await sumsAtRest(site, sums);
  const sign = (entry: Entry, address: string): Request => {
    const person = callerOf(world, entry.operation);
    const own = entry.operation.access === "public" ? {} : person.headers;
    return { ...entry.request, headers: { ...entry.request.headers, ...own }, address };
  };
  for (const [i, entry] of corpus(world).entries()) {
    if (i % step !== 0) continue;
    tried.entries++;
    const ask = () => site.ask(sign(entry, `10.1.${i >> 8}.${i & 255}`));
    const answer = await ask();
    const judged = judge(callOf(entry.operation), entry, answer);
    const wrong = [
      ...judged.wrong,
      ...(entry.rejectedAs === null ? notKept(entry, answer) : notRejected(entry, answer, judged)),
    ];
    if (entry.rejectedAs === null) {
      tried.kept++;
    } else {
      tried.rejected++;
      const { changed, after } = await changedByRequest(site, { sum: sums, before, again: ask });
      if (changed.length > 0) wrong.push(`it changed ${changed.join(", ")}`);
      before = after;
    }
    for (const sentence of wrong) {
      tried.wrong.push(`${entry.title}: ${sentence}: ${answer.status} ${answer.text.slice(0, 300)}`);
    }
  }
  return tried;
}

function callerOf(world: World, operation: Operation): Person {
  for (const title of CALLERS) {
    const person = world.people.find((one) => one.title === title);
    if (person !== undefined && succeeds(operation, person, world.home)) return person;
  }
  throw new Error(`Nobody of ${CALLERS.join(", ")} may make ${operation.name}.`);
}

/** All entries: those to be rejected first, so that what is kept changes nothing meanwhile. */
function corpus(world: World): Entry[] {
  const byName = new Map(operations().map((operation) => [operation.name, operation]));
  const find = (name: string) => {
    const operation = byName.get(name);
    if (operation === undefined) throw new Error(`verify/input/corpus.ts has one of ${name}, which is no call.`);
    return operation;
  };
  const { names, canary } = world.home;
  const plain = (operation: Operation) =>
    operation.request({ params: names, query: names, body: names }, canary.volume);
  const withBody = (operation: Operation, body: string): Request => {
    const { method, url, headers } = plain(operation);
    return { method, url, headers: { ...headers, "content-type": "application/json" }, body };
  };
  const raw = (operation: Operation, field: string, value: string) => {
    const steps = field.split(".").map((one) => (/^\d+$/.test(one) ? Number(one) : one));
    const body = replaced(plain(operation).body ?? {}, steps, HERE);
    return withBody(
      operation,
      JSON.stringify(body).replace(JSON.stringify(HERE), () => value),
    );
  };
  const entries: Entry[] = [];
  for (const [name, field, given] of targets) {
    const operation = find(name);
    const [top = ""] = field.split(".");
    for (const value of wrongValues[sortOf(given)]) {
      if (given.endsWith("*") && value === "null") continue;
      // Too large for a public call, whatever is in it.
      if (operation.access === "public" && value.length > PUBLIC_BYTES) continue;
      const title = `${name} ${field} ${value.slice(0, 40)}`;
      entries.push({
        operation,
        title,
        request: raw(operation, field, value),
        rejectedAs: tooDeep.has(value) ? [top, "body"] : [top],
      });
    }
  }
  for (const name of bodyTargets) {
    const operation = find(name);
    for (const body of wrongBodies) {
      entries.push({
        operation,
        title: `${name} ${body.slice(0, 40)}`,
        request: withBody(operation, body),
        rejectedAs: [],
      });
    }
  }
  for (const [names, queries] of [
    [listTargets, wrongQueries],
    [reportTargets, wrongPeriods],
  ] as const) {
    for (const name of names) {
      const operation = find(name);
      for (const [query, field] of queries) {
        const request = { method: operation.method, url: `${operation.path}?${query}`, headers: {} };
        entries.push({ operation, title: `${name} ${query.slice(0, 60)}`, request, rejectedAs: [field] });
      }
    }
  }
  for (const [name, field] of nameTargets) {
    const operation = find(name);
    for (const text of hiddenNames) {
      const request = raw(operation, field, JSON.stringify(text));
      entries.push({ operation, title: `${name} ${field} ${text}`, request, rejectedAs: [field] });
    }
    for (const text of hostileNames) {
      const request = raw(operation, field, JSON.stringify(text));
      entries.push({ operation, title: `${name} ${field} ${text}`, request, rejectedAs: null, kept: { field, text } });
    }
  }
  return entries.toSorted((a, b) => Number(a.rejectedAs === null) - Number(b.rejectedAs === null));
}

function sortOf(given: Sort | `${Sort}*`): Sort {
  for (const sort of sorts) if (given === sort || given === `${sort}*`) return sort;
  throw new Error(`${given} is no sort of value.`);
}
const sorts: readonly Sort[] = ["text", "name", "number", "id", "boolean", "list", "ids", "object", "word"];

function notRejected({ rejectedAs }: Entry, answer: Answer, judged: ReturnType<typeof judge>): string[] {
  if (answer.status < 400) return ["it is taken"];
  if (answer.status !== 400 && answer.status !== 422) return [`it is rejected with ${answer.status}`];
  const isWhole = rejectedAs?.length === 0 || judged.code === "invalid_json";
  const isNamed = judged.named?.some(
    (name) => rejectedAs?.includes(name.split(".")[0] ?? "") === true || rejectedAs?.includes(name) === true,
  );
  return isWhole || isNamed === true ? [] : [`it names ${judged.named?.join(", ")}`];
}

function notKept({ kept }: Entry, answer: Answer): string[] {
  if (answer.status >= 300 || kept === undefined) return ["it is not taken"];
  const value = Object.getOwnPropertyDescriptor(Object(JSON.parse(answer.text)), kept.field)?.value;
  return value === kept.text.trim() ? [] : [`it is kept as ${JSON.stringify(value)}`];
}
