import type { Call } from "../../../contract/call/call.ts";
import { calls } from "../../../contract/calls.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { noSuch } from "../names/near-names.ts";

/** A call of the contract, and what was typed in the place of its path's parameters and in its query. */
export interface FoundCall {
  /** Such as `GET /v1/leaks`. */
  name: string;
  call: Call;
  typed: [field: string, value: string][];
}

const contract: Readonly<Record<string, Call>> = calls;

/** Takes a file as its body: `dripline import` reads one itself. */
const UPLOAD = "POST /v1/properties/{property_id}/imports";

/** The calls that a command can make, by name: those for people, but for what belongs to a session. */
export const commandCalls: ReadonlyMap<string, Call> = new Map(
  Object.entries(contract).filter(
    ([name, { access }]) =>
      access !== "public" && access !== "gateway" && name !== UPLOAD && !/^\w+ \/v1\/me(\/|$)/.test(name),
  ),
);

/**
 * The call that a method and an address name: `/v1/properties/{property_id}/repairs` as the contract spells it, or with
 * values in place: `/v1/properties/Elm Street/repairs?undone=false`.
 * @throws UsageError when there is none, naming similar ones
 */
export function findCall(method: string, address: string): FoundCall {
  const [path = "", ...queries] = address.split("?");
  const typed = [...new URLSearchParams(queries.join("?"))];
  const found = [...commandCalls].flatMap(([name, call]) => {
    const [verb = "", template = ""] = name.split(" ");
    const placed = verb === method.toUpperCase() ? valuesIn(template.split("/"), path.split("/")) : null;
    return placed === null ? [] : [{ name, call, typed: [...placed, ...typed], count: template.split("{").length }];
  });
  const [best] = found.sort((a, b) => a.count - b.count);
  if (best !== undefined) return best;
  const known = [...commandCalls.keys()].map((name) => ({ name, label: name }));
  throw new UsageError(
    `${noSuch("call", "", `${method.toUpperCase()} ${path}`, known)} See: calls, with a word that it is about.`,
  );
}

/** The values that stand in place of a path's parameters; null where the address is another one. */
function valuesIn(template: readonly string[], segments: readonly string[]): [string, string][] | null {
  if (template.length !== segments.length) return null;
  const values: [string, string][] = [];
  for (const [i, part] of template.entries()) {
    const segment = segments[i] ?? "";
    if (part === segment) continue;
    if (!part.startsWith("{") || segment === "") return null;
    values.push([part.slice(1, -1), decoded(segment)]);
  }
  return values;
}

/** What was typed may be encoded, as copied from a browser, or not. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
