import { isCommonPassword } from "./common-passwords.ts";

const SPECIAL = '!@#$%^&*(),.?":{}|<>';

const COMMON = "This is one of the most common passwords, or nearly. Choose another.";

const rules: { message: string; holds: (password: string) => boolean }[] = [
  { message: "Use at least 10 characters.", holds: (password) => [...password].length >= 10 },
  { message: "Add an uppercase letter.", holds: (password) => /\p{Lu}/u.test(password) },
  { message: "Add a digit.", holds: (password) => /[0-9]/.test(password) },
  {
    message: `Add a special character: ${SPECIAL}`,
    holds: (password) => [...password].some((character) => SPECIAL.includes(character)),
  },
];

/**
 * What a new password still lacks, a sentence per rule; empty when it will do. At least 10 characters, one uppercase
 * letter, one digit, one special character, and none of the commonest, however dressed up.
 */
export function lacksOfPassword(password: string): string[] {
  const lacks = rules.filter((rule) => !rule.holds(password)).map((rule) => rule.message);
  // Said when nothing else is: most of the commonest lack several of the others.
  return lacks.length === 0 && isCommonPassword(password) ? [COMMON] : lacks;
}
