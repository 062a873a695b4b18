/** The languages of the screens. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];
