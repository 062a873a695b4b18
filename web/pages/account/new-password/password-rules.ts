import { t } from "@lingui/core/macro";
import { passwordRules } from "../../../../contract/accounts/password-rules.ts";

/** How many of the four rules a password meets. */
export function rulesMet(password: string): number {
  return passwordRules.filter(({ met }) => met(password)).length;
}

/** Two rules or fewer: Weak; three: Good; all four: Excellent! */
export function strengthOf(password: string): "Weak" | "Good" | "Excellent!" {
  const met = rulesMet(password);
  if (met <= 2) return "Weak";
  return met === 3 ? "Good" : "Excellent!";
}

export const mismatch = t`Passwords do not match. Please try again.`;

/** Whether both are typed and differ. */
export function differ(password: string, confirmation: string): boolean {
  return password !== "" && confirmation !== "" && password !== confirmation;
}
