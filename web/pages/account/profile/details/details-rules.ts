import { t } from "@lingui/core/macro";
/** The most characters of a business title; the counter counts up to it. */
export const MOST_TITLE = 80;
const MOST_NAME = 100;

/** What is wrong with a first or last name as typed, which may be empty; null: nothing. */
export function personNameError(typed: string): string | null {
  return typed.trim().length > MOST_NAME ? t`A name has at most ${MOST_NAME} characters.` : null;
}

/** What is wrong with a business title as typed, which may be empty; null: nothing. */
export function titleError(typed: string): string | null {
  return typed.trim().length > MOST_TITLE ? t`Business title must be less than ${MOST_TITLE} characters` : null;
}
