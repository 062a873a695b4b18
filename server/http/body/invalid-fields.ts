import type { z } from "zod";
import { problem } from "../../../contract/call/fields.ts";

/** Messages by the name of a field. */
const MAX_FIELDS = 20;
const MAX_SENTENCES = 5;
/** The name of a record's key may be as long as the body. */
const MAX_NAME = 200;

/** What a schema rejected, by field, in a response that does not grow with the number of errors. */
export interface InvalidFields {
  /**
   * About the first field, and each whose name is that of a member of the problem, under which no messages fit; and how
   * many more there are.
   */
  detail: string;
  /** Without a prototype, so that every name is a field, `__proto__` too. */
  fields: Record<string, string[]>;
}

/**
 * The first 20 fields with the first 5 messages each, and how many were left out.
 * @param whole the name of an error that has no path, such as `body`
 */
export function invalidFields(issues: readonly z.core.$ZodIssue[], whole: string): InvalidFields {
  const fields: Record<string, string[]> = Object.create(null);
  const counts = new Map<string, number>();
  for (const issue of issues) {
    // An item of a list is reported under the list's name.
    const path = issue.path.filter((step) => typeof step !== "number").join(".");
    for (const key of issue.code === "unrecognized_keys" ? issue.keys : [path === "" ? whole : path]) {
      const name = key.slice(0, MAX_NAME);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (count === 1 && counts.size > MAX_FIELDS) continue;
      if (count === 1) fields[name] = [issue.message];
      else if (count <= MAX_SENTENCES) fields[name]?.push(issue.message);
    }
  }
  const [first] = Object.entries(fields);
  for (const [name, sentences] of Object.entries(fields)) {
    const more = (counts.get(name) ?? 0) - sentences.length;
    if (more > 0) sentences.push(`And ${more.toLocaleString("en-US")} more.`);
  }
  const others = counts.size - Object.keys(fields).length;
  const hidden = Object.entries(fields).filter(([name]) => name !== first?.[0] && Object.hasOwn(problem.shape, name));
  const sentences =
    first === undefined ? ["The request is not valid."] : [...first[1], ...hidden.flatMap(([, about]) => about)];
  const more = others > 0 ? [`And ${others.toLocaleString("en-US")} more fields.`] : [];
  return { detail: [...sentences, ...more].join(" "), fields };
}
