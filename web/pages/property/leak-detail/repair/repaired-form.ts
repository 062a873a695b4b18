import { t } from "@lingui/core/macro";
import type { ListedLeak } from "../../../../../contract/leaks/leaks.ts";
import { clockAtProperty, instantAtProperty, timeAtProperty } from "../view/property-time.ts";

/** The longest note, in characters. */
export const LONGEST_NOTE = 1000;

/** What a person typed into the form. */
export interface RepairedForm {
  /** Date and time on the property's clock: "2024-03-03T02:00". */
  repaired_at: string;
  note: string;
}

export type RepairedErrors = Partial<Record<keyof RepairedForm, string>>;

type Leak = Pick<ListedLeak, "started_at" | "ended_at" | "came_back_at">;

/** The form to begin with: now, or the end of a leak that is over. */
export function emptyForm({ ended_at }: Leak, zone: string, now: number): RepairedForm {
  return { repaired_at: clockAtProperty(ended_at ?? now, zone), note: "" };
}

/** What is wrong with the fields; an empty object: nothing. */
export function checkForm({ repaired_at, note }: RepairedForm, leak: Leak, zone: string, now: number): RepairedErrors {
  const errors: RepairedErrors = {};
  const wrongTime = checkTime(repaired_at, leak, zone, now);
  if (wrongTime !== null) errors.repaired_at = wrongTime;
  const length = note.trim().length;
  if (length > LONGEST_NOTE) errors.note = t`The note has ${length} characters; at most ${LONGEST_NOTE} are kept.`;
  return errors;
}

function checkTime(text: string, { started_at, came_back_at }: Leak, zone: string, now: number): string | null {
  if (text === "") return t`Enter the date and time of the repair.`;
  const instant = instantAtProperty(text, zone);
  if (instant === null) return t`There is no such time on the property's clock.`;
  const at = Date.parse(instant);
  if (at > now) return t`The repair cannot be in the future.`;
  // Fields count in minutes.
  if (at < Math.floor(Date.parse(started_at) / 60_000) * 60_000) {
    return t`The leak began ${timeAtProperty(started_at, zone)}; the repair cannot be earlier.`;
  }
  if (came_back_at !== null && at >= Date.parse(came_back_at)) {
    return t`The next leak of this meter began ${timeAtProperty(came_back_at, zone)}; give an earlier time.`;
  }
  return null;
}
