import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { i18n } from "#i18n";

/** Texts that answers of the API carry word for word. */
const descriptors: readonly MessageDescriptor[] = [
  msg`Excellent Performance! Minimal water loss detected—you're setting a great example.`,
  msg`On Track! Your water usage is within the optimal range, with slight room for improvement.`,
  msg`Attention Needed! Moderate water loss—investigating early can save costs.`,
  msg`Urgent Attention Required! High leakage levels—take action now!`,
  msg`At least 10 characters`,
  msg`Use at least 10 characters.`,
  msg`One uppercase letter`,
  msg`Add an uppercase letter.`,
  msg`One digit`,
  msg`Add a digit.`,
  // In ICU braces mean a value, and quotation marks make them letters.
  msg({ message: "One special character from !@#$%^&*(),.?\":'{}'|<>" }),
  msg({ message: "Add a special character: !@#$%^&*(),.?\":'{}'|<>" }),
];
// Compiled, a message is a list with its one text.
const known = new Map(descriptors.map((descriptor) => [String(descriptor.message).replace("'{}'", "{}"), descriptor]));

/** A text of the API in the language of the page; one that is not known as the server wrote it, in English. */
export function translateServerText(text: string): string {
  const descriptor = known.get(text);
  return descriptor === undefined ? text : i18n._(descriptor);
}
