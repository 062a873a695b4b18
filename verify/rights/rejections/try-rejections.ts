import { sql } from "kysely";
import { type Operation, operations } from "../../world/operation.ts";
import type { Site } from "../../world/site.ts";
import { changedByRequest, recordedSince, type Sums, summing, sumsAtRest } from "../../world/sums.ts";
import type { World } from "../../world/world.ts";
import { conflicts, requestOf } from "./conflicts.ts";
import { type Rejection, rejectionsOf } from "./rejections.ts";

/** What was rejected, and what was wrong with it. */
export interface TriedRejections {
  calls: number;
  rejections: number;
  byStatus: Map<number, number>;
  /** Rejections of bodies with a field too many. */
  surplus: number;
  /** Rejections that left a row on record, and those that left none, as must be. */
  recorded: number;
  unrecorded: number;
  wrong: string[];
}

export interface Params {
  only?: (operation: Operation) => boolean;
  /** Ends after the first wrong one. */
  isOver?: boolean;
}

/** Requested waits and enforced rates are recorded only at first. */
const HELD_BACK = 429;

/** Makes every rejected request that there is of every writing call, and looks at everything before and after it. */
export async function tryRejections(site: Site, world: World, { only = () => true, isOver = false }: Params = {}) {
  const sum = await summing(site);
  const state = { sums: await sumsAtRest(site, sum), last: (await recordedSince(site, 0)).last };
  const tried: TriedRejections = {
    calls: 0,
    rejections: 0,
    byStatus: new Map(),
    surplus: 0,
    recorded: 0,
    unrecorded: 0,
    wrong: [],
  };
  const writing = operations().filter((operation) => operation.method !== "GET" && only(operation));
  for (const operation of writing) {
    tried.calls++;
    for (const rejection of rejectionsOf(operation, world)) {
      await tryOne(site, operation.name, rejection, { sum, state, tried });
      if (isOver && tried.wrong.length > 0) return tried;
    }
  }
  for (const conflict of conflicts) {
    if (!writing.some(({ name }) => name === conflict.call)) continue;
    const request = await requestOf(conflict, site, world);
    // What had to be made for it is no change of its own.
    state.sums = await sumsAtRest(site, sum);
    state.last = (await recordedSince(site, state.last)).last;
    const rejection = { title: conflict.title, statuses: [conflict.status], request, isKnown: true, names: null };
    await tryOne(site, conflict.call, rejection, { sum, state, tried });
    if (isOver && tried.wrong.length > 0) return tried;
  }
  return tried;
}

interface Watch {
  sum: () => Promise<Sums>;
  state: { sums: Sums; last: number };
  tried: TriedRejections;
}

async function tryOne(site: Site, call: string, rejection: Rejection, { sum, state, tried }: Watch): Promise<void> {
  const { title, request, statuses, isKnown, names } = rejection;
  // The first of its minute, which leaves a row; those after it are counted.
  await sql`delete from rejected_write_counts`.execute(site.connections.accounts);
  const answer = await site.ask(request);
  const at = `${call}, ${title}`;
  const { rows } = await recordedSince(site, state.last);
  const again = () => site.ask(request);
  const { changed, after } = await changedByRequest(site, { sum, before: state.sums, again });
  if (changed.length > 0) tried.wrong.push(`A9 ${at}: ${answer.status}, but ${changed.join(", ")} changed`);
  state.sums = after;
  state.last = (await recordedSince(site, state.last)).last;
  tried.rejections++;
  tried.byStatus.set(answer.status, (tried.byStatus.get(answer.status) ?? 0) + 1);
  const isHeldBack = answer.status === HELD_BACK;
  if (!statuses.includes(answer.status) && !isHeldBack) {
    tried.wrong.push(`A9 ${at}: ${answer.status}, not ${statuses.join(" or ")}: ${answer.text.slice(0, 200)}`);
  }
  if (rows.length > 0) tried.recorded++;
  else tried.unrecorded++;
  const must = isKnown ? [`rejected ${call}`] : [];
  const is = rows.map(({ action, object_id }) => `${action} ${object_id}`);
  if (is.join() !== must.join() && !isHeldBack && !(isKnown === false && call === "POST /v1/session")) {
    tried.wrong.push(
      `A9 ${at}: ${answer.status}, on record are ${is.join(", ") || "none"}, not ${must.join() || "none"}`,
    );
  }
  if (names === null || isHeldBack) return;
  if (names === "surplus_field") tried.surplus++;
  if (!namesField(answer.text, names))
    tried.wrong.push(`A12 ${at}: the answer does not name it: ${answer.text.slice(0, 300)}`);
}

/** Whether an answer has sentences under a field's name, or under a field within it. */
function namesField(text: string, field: string): boolean {
  const problem: unknown = JSON.parse(text);
  if (typeof problem !== "object" || problem === null) return false;
  return Object.entries(problem).some(
    ([name, value]) => (name === field || name.startsWith(`${field}.`)) && Array.isArray(value) && value.length > 0,
  );
}
