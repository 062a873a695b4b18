import { isDeepStrictEqual } from "node:util";
import type { Call } from "../../../contract/call/call.ts";
import { calls } from "../../../contract/calls.ts";
import { tryMatrix } from "../../authorization/matrix/matrix.ts";
import type { Answer, Request, Site } from "../../world/site.ts";
import type { World } from "../../world/world.ts";

/** What was looked at, and what of it was not as the contract says. */
export interface TriedAnswers {
  answers: number;
  /** Calls that answered with success at least once. */
  calls: Set<string>;
  /** Calls whose answers are files, not JSON. */
  files: Set<string>;
  wrong: string[];
}

const contract: Readonly<Record<string, Call>> = calls;
const addresses = Object.keys(contract).map((name) => ({
  name,
  pattern: new RegExp(`^${name.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

/**
 * The same site, which holds each answer of success against the contract: read strictly, field by field and however deep,
 * it must come out as it was, so that no field is there of which the contract says nothing.
 */
export function checkingAnswers(site: Site): { site: Site; tried: TriedAnswers } {
  const tried: TriedAnswers = { answers: 0, calls: new Set(), files: new Set(), wrong: [] };
  const ask = async (request: Request) => {
    const answer = await site.ask(request);
    if (answer.status < 300) hold(request, answer, tried);
    return answer;
  };
  return { site: { ...site, ask }, tried };
}

/**
 * Makes the calls of the matrix on such a site.
 * @param people whose calls are made, by their titles
 * @param isOneEnough whether it ends with the first answer that is wrong
 */
export async function tryAnswers(
  site: Site,
  world: World,
  people: ReadonlySet<string>,
  isOneEnough = false,
): Promise<TriedAnswers> {
  const checking = checkingAnswers(site);
  await tryMatrix(checking.site, world, {
    people: ({ title }) => people.has(title),
    isOver: () => isOneEnough && checking.tried.wrong.length > 0,
  });
  return checking.tried;
}

function hold({ method, url }: Request, answer: Answer, tried: TriedAnswers): void {
  const address = `${method} ${url.split("?")[0]}`;
  // What is written out goes before what has a name in it.
  const name = addresses.findLast(({ pattern }) => pattern.test(address))?.name;
  const exact = contract[address] === undefined ? name : address;
  if (exact === undefined) return;
  tried.answers++;
  tried.calls.add(exact);
  if (contract[exact]?.media !== undefined) {
    tried.files.add(exact);
    return;
  }
  const body: unknown = JSON.parse(answer.text);
  const read = contract[exact]?.response.safeParse(body);
  if (read?.success === true && isDeepStrictEqual(read.data, body)) return;
  tried.wrong.push(`A12 ${exact} answers with what is not in the contract: ${difference(body, read?.data)}`);
}

/** The first field of what was returned that is not so in what was read. */
function difference(actual: unknown, read: unknown, at = "$"): string {
  if (typeof actual !== "object" || actual === null || typeof read !== "object" || read === null) {
    return `${at}: ${JSON.stringify(actual)?.slice(0, 100)}`;
  }
  const known = new Map(Object.entries(read));
  for (const [field, value] of Object.entries(actual)) {
    if (!known.has(field)) return `${at}.${field}`;
    if (!isDeepStrictEqual(value, known.get(field))) return difference(value, known.get(field), `${at}.${field}`);
  }
  return at;
}
