import type { I18n } from "@lingui/core";
import { localeOf } from "../language/texts.ts";

/** "Nov 02, 2026" and "Nov 2026", as the API names days and months. */
const DATE = /\b[A-Z][a-z]{2} (\d{2}, )?\d{4}\b/g;

/** A text with its days and months as the reader's language has them: "02 nov 2026 - 08 nov 2026". */
export function datesIn(text: string, i18n: I18n): string {
  return text.replaceAll(DATE, (date: string, day: string | undefined) =>
    new Date(`${date} UTC`).toLocaleDateString(localeOf(i18n), {
      ...(day === undefined ? {} : { day: "2-digit" }),
      month: "short",
      year: "numeric",
      timeZone: "UTC",
    }),
  );
}
