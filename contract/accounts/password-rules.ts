/** The special characters of which a password needs one. */
const SPECIAL = '!@#$%^&*(),.?":{}|<>';

/** What a new password must have, the same on both sides of the wire. */
export interface PasswordRule {
  /** As people read it while they type. */
  text: string;
  /** What to do about a password that breaks it. */
  remedy: string;
  met(password: string): boolean;
}

/** At least 10 characters as people see them, one uppercase letter, one digit, one special character. */
export const passwordRules: readonly PasswordRule[] = [
  {
    text: "At least 10 characters",
    remedy: "Use at least 10 characters.",
    met: (password) => [...password.normalize("NFC")].length >= 10,
  },
  { text: "One uppercase letter", remedy: "Add an uppercase letter.", met: (password) => /\p{Lu}/u.test(password) },
  { text: "One digit", remedy: "Add a digit.", met: (password) => /[0-9]/.test(password) },
  {
    text: `One special character from ${SPECIAL}`,
    remedy: `Add a special character: ${SPECIAL}`,
    met: (password) => [...password].some((character) => SPECIAL.includes(character)),
  },
];
