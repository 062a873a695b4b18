import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { RepairAnswer } from "../../../../../contract/readings/repairs.ts";
import { type Rules, type Typed, useEntry } from "../../../../app/form/use-entry.ts";
import { askRepair, type RepairBody } from "./send-correction.ts";

/** What every repair asks for, beside its own fields. */
export type RepairFields = Typed & { reason: string };

const MOST_REASON = 1000;

interface Options<Values extends RepairFields> {
  propertyId: number;
  /** Identifies the form, also among those of several rows. */
  name: string;
  initial: Values;
  /** The reason's among them: {@link reasonError}. */
  rules: Rules<Values>;
  fieldOf?: Readonly<Record<string, keyof Values & string>>;
  body: (values: Values, preview: boolean) => RepairBody;
  onDone: (answer: RepairAnswer) => void;
}

/** A repair on its way: filled in, looked at, done. What is typed after the look has to be looked at again. */
export function useRepair<Values extends RepairFields>(options: Options<Values>) {
  const { propertyId, name, initial, rules, fieldOf, body, onDone } = options;
  const [looked, setLooked] = useState<{ answer: RepairAnswer; of: string }>();
  const entry = useEntry<Values, RepairAnswer>({
    name,
    initial,
    rules,
    fieldOf,
    write: (values) => askRepair(propertyId, body(values, looked?.of !== figuresOf(values))),
    onDone: (answer, values) => {
      if (answer.preview) setLooked({ answer, of: figuresOf(values) });
      else onDone(answer);
    },
  });
  const answer = looked?.of === figuresOf(entry.form.values) ? looked.answer : undefined;
  return {
    entry,
    /** Preview of what it would change as filled in now; undefined: not requested yet. */
    answer,
  };
}

/** The reason changes no figure. */
function figuresOf(values: RepairFields): string {
  return JSON.stringify({ ...values, reason: "" });
}

/** What is wrong with a reason as typed; null: nothing. */
export function reasonError(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return t`Give a reason: it stays on record.`;
  return text.length > MOST_REASON ? t`Write at most ${MOST_REASON} characters.` : null;
}
