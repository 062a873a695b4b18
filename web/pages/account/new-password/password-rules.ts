/** What a password must have. */
export const passwordRules = [
  { text: "At least 10 characters", met: (password: string) => [...password].length >= 10 },
  { text: "One uppercase letter", met: (password: string) => /\p{Lu}/u.test(password) },
  { text: "One digit", met: (password: string) => /\d/.test(password) },
  {
    text: 'One special character from !@#$%^&*(),.?":{}|<>',
    met: (password: string) => /[!@#$%^&*(),.?":{}|<>]/.test(password),
  },
] as const;

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

export const mismatch = "Passwords do not match. Please try again.";

/** Whether both are typed and differ. */
export function differ(password: string, confirmation: string): boolean {
  return password !== "" && confirmation !== "" && password !== confirmation;
}
