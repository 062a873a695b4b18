import { passwordRules } from "../../../contract/accounts/password-rules.ts";
import { isCommonPassword } from "./common-passwords.ts";

const COMMON = "This is one of the most common passwords, or nearly. Choose another.";

/**
 * The rules that a new password still breaks, a sentence each; empty when it is valid. They are the rules that the
 * browser shows while people type, and none of the most common passwords, decorated or not.
 */
export function lacksOfPassword(password: string): string[] {
  const lacks = passwordRules.filter(({ met }) => !met(password)).map(({ remedy }) => remedy);
  // Reported only when nothing else is: most of the common ones break several of the other rules.
  return lacks.length === 0 && isCommonPassword(password) ? [COMMON] : lacks;
}
