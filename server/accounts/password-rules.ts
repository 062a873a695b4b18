import { isCommonPassword } from "./common-passwords.ts";

const SPECIAL = '!@#$%^&*(),.?":{}|<>';

const rules: { message: string; holds: (password: string) => boolean }[] = [
  { message: "Use at least 10 characters.", holds: (password) => [...password].length >= 10 },
  { message: "Add an uppercase letter.", holds: (password) => /\p{Lu}/u.test(password) },
  { message: "Add a digit.", holds: (password) => /[0-9]/.test(password) },
  {
    message: `Add a special character: ${SPECIAL}`,
    holds: (password) => [...password].some((character) => SPECIAL.includes(character)),
  },
  {
    message: "This is one of the most common passwords, or nearly. Choose another.",
    holds: (password) => !isCommonPassword(password),
  },
];

/**
 * What a new password still lacks, a sentence per rule; empty when it will do. At least 10 characters, one uppercase
 * letter, one digit, one special character, and none of the commonest, however dressed up.
 */
export function lacksOfPassword(password: string): string[] {
  return rules.filter((rule) => !rule.holds(password)).map((rule) => rule.message);
}
