import { t } from "@lingui/core/macro";
import { locale } from "../../language/language.ts";

/** Maximum length of a name; the server rejects longer ones. */
const MOST_NAME = 200;
const MOST_SERIAL = 100;

/** What is wrong with a name as typed; null: nothing. */
export function nameError(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return t`Give a name.`;
  return text.length > MOST_NAME ? t`A name has at most ${MOST_NAME} characters.` : null;
}

/** What is wrong with a serial number as typed; null: nothing. */
export function serialError(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return t`Give a serial number.`;
  return text.length > MOST_SERIAL ? t`A serial number has at most ${MOST_SERIAL} characters.` : null;
}

/** The same for one that may be left out. */
export function optionalSerialError(typed: string): string | null {
  return typed.trim() === "" ? null : serialError(typed);
}

/** What is wrong with a number of bedrooms as typed; null: nothing. */
export function bedroomsError(typed: string): string | null {
  const text = typed.trim();
  return /^\d{1,2}$/.test(text) && Number(text) <= 20 ? null : t`Give a whole number from 0 (a studio) to 20.`;
}

/** What is wrong with a number as typed, which may be left out where `isOptional`; null: nothing. */
export function numberError(typed: string, least: number, most: number, isOptional: boolean): string | null {
  const text = typed.trim();
  if (text === "") return isOptional ? null : t`Give a number.`;
  if (!/^\d{1,13}(\.\d{1,9})?$/.test(text)) return t`Please enter a valid number`;
  const value = Number(text);
  if (value < least) return t`Give a number of at least ${least}.`;
  return value > most ? t`Give a number of at most ${most.toLocaleString(locale)}.` : null;
}

/** What is wrong with a label as typed, which may be empty; null: nothing. */
export function labelError(typed: string): string | null {
  return typed.trim().length > MOST_NAME ? t`A label has at most ${MOST_NAME} characters.` : null;
}
