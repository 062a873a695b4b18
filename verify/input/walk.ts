import fc from "fast-check";
import { z } from "zod";
import type { Answer, Site } from "../world/site.ts";
import type { World } from "../world/world.ts";
import { Model, type Node, parentOf, type Thing, things, within } from "./model.ts";
import { walkCalls } from "./walk-calls.ts";

const step = fc.record({
  act: fc.constantFrom("create", "create", "create", "create", "rename", "remove", "remove", "like"),
  thing: fc.constantFrom(...things.filter((thing) => thing !== "organization")),
  pick: fc.nat(1000),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const STEPS = 24;

export interface Walked {
  walks: number;
  steps: number;
  /** Steps that the model says must be rejected, such as removing what is not empty. */
  rejected: number;
  wrong: string[];
}

interface Walk {
  ask(request: { method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; url: string; body?: object }): Promise<Answer>;
  model: Model;
  top: Node;
  name(): string;
  walked: Walked;
}

const made = z.looseObject({ id: z.number() });
const row = z.looseObject({ id: z.number() });
const list = z.looseObject({ count: z.number(), next: z.string().nullable(), results: z.array(row) });

/** Makes, renames and removes things at random, each walk in an organization of its own, and compares with a model. */
export async function tryWalks(site: Site, world: World, count: number, seed: number): Promise<Walked> {
  const walked: Walked = { walks: 0, steps: 0, rejected: 0, wrong: [] };
  const headers = { ...world.people.find(({ title }) => title === "IONAdmin")?.headers };
  const drawn = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS }), { numRuns: count, seed });
  let names = 0;
  for (const steps of drawn) {
    const ask: Walk["ask"] = (request) => site.ask({ ...request, headers });
    const name = () => `walk ${seed} ${++names}`;
    const title = name();
    const { id } = made.parse(JSON.parse((await ask(walkCalls.organization.create(nowhere, title))).text));
    const top: Node = { thing: "organization", id, name: title, parent: null, isOver: false };
    const walk: Walk = { ask, model: new Model(), top, name, walked };
    walk.model.nodes.push(top);
    walked.walks++;
    for (const one of steps) await take(walk, one);
    await compareCounts(walk);
  }
  return walked;
}

const nowhere: Node = { thing: "organization", id: 0, name: "", parent: null, isOver: false };

async function take(walk: Walk, { act, thing, pick }: Step): Promise<void> {
  const { model, walked } = walk;
  walked.steps++;
  if (act === "like") return likeColumns(walk, pick);
  const own = model.nodes.filter((node) => node.thing === thing && isInUse(node));
  const node = own[pick % Math.max(1, own.length)];
  const calls = walkCalls[thing];
  if (act === "create" || node === undefined) return create(walk, thing, pick);
  if (act === "rename" && calls.rename !== null) {
    const name = walk.name();
    const answer = await walk.ask(calls.rename(node, name));
    if (expectStatus(walk, answer, 200, `rename ${thing}`)) node.name = name;
  } else if (act === "remove" && calls.remove !== null) {
    const mustStay = thing !== "property" && !model.isEmpty(node);
    const answer = await walk.ask(calls.remove(node));
    if (mustStay) {
      walked.rejected++;
      expectStatus(walk, answer, 409, `remove ${thing} with something in it`);
    } else if (expectStatus(walk, answer, 200, `remove ${thing}`)) {
      if (thing === "property" || thing === "key" || thing === "token") node.isOver = true;
      else model.remove(node);
    }
  }
  await compareList(walk, node);
}

/** Makes a thing, or what it would be in where there is none of that. */
async function create(walk: Walk, thing: Thing, pick: number): Promise<void> {
  const { model } = walk;
  const above = parentOf[thing];
  if (above === null) return;
  // One meter at a point.
  const parents = model.nodes.filter(
    (one) => one.thing === above && isInUse(one) && (thing !== "meter" || model.children(one, "meter").length === 0),
  );
  const parent = parents[pick % Math.max(1, parents.length)];
  if (parent === undefined) return create(walk, above, pick);
  const name = walk.name();
  const answer = await walk.ask(walkCalls[thing].create(parent, name));
  if (!expectStatus(walk, answer, 201, `create ${thing}`)) return;
  const node: Node = { thing, id: made.parse(JSON.parse(answer.text)).id, name, parent, isOver: false };
  // They outlive what they were made with.
  if (thing === "token") node.parent = within(parent, "property");
  if (thing === "user") node.parent = within(parent, "organization");
  model.nodes.push(node);
  await compareList(walk, node);
}

function isInUse(node: Node): boolean {
  return !node.isOver && (node.parent === null || isInUse(node.parent));
}

function expectStatus(walk: Walk, answer: Answer, status: number, what: string): boolean {
  if (answer.status === status) return true;
  walk.walked.wrong.push(`${what}: ${answer.status}, not ${status}: ${answer.text.slice(0, 300)}`);
  return false;
}

/** All rows of a list, page by page. */
async function rowsOf(walk: Walk, url: string) {
  const rows: z.infer<typeof row>[] = [];
  let count = 0;
  for (let next: string | null = `${url}&page_size=7`; next !== null; ) {
    const answer = await walk.ask({ method: "GET", url: next });
    const page: z.infer<typeof list> = list.parse(JSON.parse(answer.text));
    rows.push(...page.results);
    count = page.count;
    next = page.next;
  }
  if (count !== rows.length) walk.walked.wrong.push(`${url}: it counts ${count} and lists ${rows.length}`);
  return rows;
}

/** What was made is listed, under its name; what was removed is gone. */
async function compareList(walk: Walk, node: Node): Promise<void> {
  const { model, walked } = walk;
  const calls = walkCalls[node.thing];
  // A property that is over is listed no more, an ended key or token still is.
  const beside = listedBeside(model, node).filter((one) => node.thing !== "property" || !one.isOver);
  const url = calls.list(node);
  const rows = await rowsOf(walk, url);
  const listed = rows.map((one) => `${one.id} ${calls.named === null ? "" : String(one[calls.named])}`).toSorted();
  const wanted = beside.map((one) => `${one.id} ${calls.named === null ? "" : one.name}`).toSorted();
  if (listed.join("|") !== wanted.join("|"))
    walked.wrong.push(`${url}: lists ${listed.join(", ")}, not ${wanted.join(", ")}`);
}

function listedBeside(model: Model, node: Node): Node[] {
  if (node.thing === "meter") return model.inside(within(node, "unit"), "meter");
  return node.parent === null ? [node] : model.children(node.parent, node.thing);
}

/** The numbers that lists of what is above show agree with what is below. */
async function compareCounts(walk: Walk): Promise<void> {
  const { model, top, walked } = walk;
  const inUse = (thing: Node["thing"]) => model.inside(top, thing).filter(isInUse);
  const [organization] = await rowsOf(walk, walkCalls.organization.list(top));
  const counts = { properties_count: inUse("property").length, units_count: inUse("unit").length };
  compareRow(walked, "organization", organization, counts);
  const properties = inUse("property");
  if (properties[0] === undefined) return;
  for (const found of await rowsOf(walk, walkCalls.property.list(properties[0]))) {
    const node = properties.find(({ id }) => id === found.id);
    if (node === undefined) continue;
    const inside = {
      buildings_count: model.inside(node, "building").length,
      units_count: model.inside(node, "unit").length,
    };
    compareRow(walked, "property", found, inside);
  }
}

function compareRow(
  walked: Walked,
  what: string,
  found: z.infer<typeof row> | undefined,
  counts: Record<string, number>,
) {
  for (const [name, count] of Object.entries(counts)) {
    if (found?.[name] !== count)
      walked.wrong.push(`${what} ${found?.id}: ${name} ${String(found?.[name])}, not ${count}`);
  }
}

/** The preferences that a user sets are those returned, and the layouts of other tables stay. */
async function likeColumns(walk: Walk, pick: number): Promise<void> {
  const layout = { order: [`column_${pick % 7}`, "name"], hidden: [`column_${pick % 5}_hidden`] };
  const columns = { [`table_${pick % 3}`]: layout };
  const before = preferences.parse(JSON.parse((await walk.ask({ method: "GET", url: PREFERENCES })).text));
  const answer = await walk.ask({ method: "PUT", url: PREFERENCES, body: { columns } });
  expectStatus(walk, answer, 200, "change preferences");
  const after = preferences.parse(JSON.parse((await walk.ask({ method: "GET", url: PREFERENCES })).text));
  const wanted = { ...before.columns, ...columns };
  const asText = (value: object) => JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (asText(after.columns) !== asText(wanted)) walk.walked.wrong.push(`preferences: ${asText(after.columns)}`);
}

const PREFERENCES = "/v1/me/preferences";
const preferences = z.looseObject({ columns: z.record(z.string(), z.unknown()) });
