import fc from "fast-check";
import type { Call } from "../../../contract/call/call.ts";
import { calls } from "../../../contract/calls.ts";
import type { Operation } from "../../world/operation.ts";
import type { Names } from "../../world/place.ts";
import { bodies, queries } from "./bodies.ts";
import type { Values } from "./change.ts";
import { drawFrom } from "./draw.ts";
import { settled } from "./drawn.ts";
import { type Change, change } from "./hostile.ts";
import { build, isInForm } from "./request.ts";
import { type Part, shapeOf } from "./shape.ts";

/** One call to be made, with what it names still open. */
export interface Case {
  values: Values;
  /** What is made wrong in it; null: nothing. */
  change: Change | null;
  /** Whether the call's own example is made in place of the values. */
  isExample: boolean;
  /** What an answer that has the field must give back as it was. */
  text?: { field: string; text: string };
}

/** Thousandths of a gallon in the readings of examples. */
const VOLUME = 1000;
const contract: Readonly<Record<string, Call>> = calls;

export function callOf(operation: Operation): Call {
  const call = contract[operation.name];
  if (call === undefined) throw new Error(`${operation.name} is no call.`);
  return call;
}

/**
 * Calls drawn from the contract: of five cases two are as the contract has them, and three changed at one place. The
 * first is the call's own example.
 * @param names of things by which the form of a case is tried
 */
export function drawCases(operation: Operation, names: Names, count: number, seed: number): Case[] {
  const values = drawValues(operation, names);
  const good = Math.ceil(count * 0.4);
  const valid = fc
    .sample(values, { numRuns: good, seed })
    .map((one, i) => ({ values: one, change: null, isExample: i === 0 }));
  const wrong = fc.sample(fc.record({ values, change }), { numRuns: count - good, seed: seed + 1 });
  return [...valid, ...wrong.map((one) => ({ ...one, isExample: false }))];
}

/** What the contract takes in a call. @param names of things by which the form of a case is tried */
export function drawValues(operation: Operation, names: Names): fc.Arbitrary<Values> {
  const call = callOf(operation);
  const ofPart = (part: Part): fc.Arbitrary<unknown> => {
    const override = part === "body" ? bodies[operation.name] : part === "query" ? queries[operation.name] : undefined;
    if (override !== undefined) return override;
    const shape = shapeOf(call, part);
    if (shape !== null) return drawFrom(operation.path, shape, "");
    return fc.constant(undefined);
  };
  return fc
    .record({ params: ofPart("params"), query: ofPart("query"), body: ofPart("body") })
    .filter((drawn) => isInForm(call, build(operation, settledParts(operation, drawn, names)).seen));
}

/** The parts of a call at a place; a body whose form the contract leaves open is as its example has it. */
export function settledParts({ example }: Operation, { params, query, body }: Values, names: Names): Values {
  const own = body ?? example.body?.(names, VOLUME);
  return { params: settled(params, names), query: settled(query ?? {}, names), body: settled(own, names) };
}
