import type { Call } from "../../../contract/call/call.ts";
import type { Values } from "./change.ts";
import { schemaOf } from "./request.ts";
import { parts } from "./shape.ts";

/** The names that a rejection of these values may report: of the fields that the contract does not take. */
export function expectedNames(call: Call, seen: Values): Set<string> {
  const names = new Set<string>();
  for (const part of parts) {
    const result = schemaOf(call, part)?.safeParse(seen[part]);
    for (const issue of result?.error?.issues ?? []) {
      const top = issue.path.find((step) => typeof step !== "number");
      if (issue.code === "unrecognized_keys") for (const key of issue.keys) names.add(key.split(".")[0] ?? "");
      else names.add(top === undefined ? part : (String(top).split(".")[0] ?? ""));
    }
  }
  return names;
}
