import { kindRows } from "../leaks/kinds.ts";
import { kindMeasures } from "../scoring/kind-measures.ts";
import { untouchedMeasures } from "../scoring/untouched.ts";
import type { DetectorFigures } from "./beside-table.ts";
import type { DetectorResult } from "./run.ts";

/** The figures of a detector, without floors. */
export function figuresOf({ name, source, cases, untouched }: DetectorResult): DetectorFigures {
  return {
    name,
    source,
    kinds: kindRows.map((row) => kindMeasures({ ...row, floors: {} }, cases)),
    untouched: untouchedMeasures(untouched, null),
  };
}
