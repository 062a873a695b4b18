import { z } from "zod";
import { ANY_TEXT, type Json } from "../answers/answer.ts";

/** Sums are whole numbers divided once: what differs by more than the last digits of a number is another figure. */
const TOLERANCE = 1e-9;

const object = z.record(z.string(), z.unknown());

/** Where an answer differs from what it should be, at most a few places; empty: nowhere. */
export function differences(answer: unknown, expected: Json, at = ""): string[] {
  if (typeof expected === "number" && typeof answer === "number") {
    const scale = Math.max(1, Math.abs(answer), Math.abs(expected));
    return Math.abs(answer - expected) <= TOLERANCE * scale ? [] : [`${at}: ${answer}, not ${expected}`];
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(answer)) return [`${at}: no list`];
    if (answer.length !== expected.length) return [`${at}: ${answer.length} rows, not ${expected.length}`];
    return expected.flatMap((row, index) => differences(answer[index], row, `${at}[${index}]`));
  }
  if (expected !== null && typeof expected === "object") {
    const fields = object.safeParse(answer);
    if (!fields.success) return [`${at}: no object`];
    const names = new Set([...Object.keys(expected), ...Object.keys(fields.data)]);
    return [...names].flatMap((name) => {
      const here = at === "" ? name : `${at}.${name}`;
      if (!(name in expected)) return [`${here}: ${JSON.stringify(fields.data[name])}, which nothing was computed for`];
      return differences(fields.data[name], expected[name], here);
    });
  }
  if (expected === ANY_TEXT && typeof answer === "string" && answer !== "") return [];
  return answer === expected ? [] : [`${at}: ${JSON.stringify(answer)}, not ${JSON.stringify(expected)}`];
}
