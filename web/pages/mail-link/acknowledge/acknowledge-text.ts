import { t } from "@lingui/core/macro";
import type { CaseState } from "../../../../contract/leaks/cases.ts";

/** Why a leak cannot be acknowledged. */
export function nothingToAcknowledge(state: CaseState): string {
  switch (state) {
    case "verified":
    case "ended":
      return t`The leak is over, so there is nothing to acknowledge.`;
    case "not_a_leak":
      return t`Somebody has marked it as not a leak, so there is nothing to acknowledge.`;
    default:
      return t`Somebody has taken it on already, so there is nothing to acknowledge.`;
  }
}
