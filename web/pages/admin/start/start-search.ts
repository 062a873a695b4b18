import { choiceOf, idOf } from "../../../app/search-text.ts";

/** The way from nothing to the first leak, in its order. */
export const stepNames = ["organization", "property", "units", "token", "reading", "day", "leak"] as const;
export type StepName = (typeof stepNames)[number];

/** The search params: what is set up, and which step is open if it is not the next one. */
export interface StartSearch {
  /** Where a new property goes. */
  organization_id?: number | undefined;
  property_id?: number | undefined;
  step?: StepName | undefined;
}

export function startSearch(raw: Record<string, unknown>): StartSearch {
  return {
    organization_id: idOf(raw.organization_id),
    property_id: idOf(raw.property_id),
    step: choiceOf(raw.step, stepNames),
  };
}
