import { lockDays } from "../ingest/days/day-rows.ts";
import type { PropertyInHand } from "../ingest/in-property.ts";
import { isIn } from "../ingest/place/place-of-reading.ts";
import { type KnownValue, valuesOfDay } from "../ingest/rejudge/known-values.ts";
import { daysIn } from "../ingest/rejudge/rejudge.ts";
import type { Stretch } from "../metering/inventory/inventory-types.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { dayText, localDay } from "../time/local-day.ts";

/** The values of a meter in a stretch of time that persons entered and that count: values of class 1. */
export async function personsValues(
  property: PropertyInHand,
  meterId: number,
  stretch: Stretch,
): Promise<KnownValue[]> {
  const values = await valuesOfDays(property, meterId, stretch);
  return values.filter((value) => value.class > 0 && isIn(value, stretch));
}

/** The conflict with a person's value that would go on counting, whatever is excluded. */
export function conflictWith({ at, sequence }: KnownValue, serial: string): ProblemError {
  const instant = new Date(at).toISOString();
  return new ProblemError(
    "conflict",
    text`Repair ${sequence} gave meter "${serial}" a value at ${instant}. Undo that one first.`,
  );
}

/** The values of a meter that count on the local days of a stretch of time. */
export async function valuesOfDays(
  { tx, propertyId, timeZone }: PropertyInHand,
  meterId: number,
  stretch: Stretch,
): Promise<KnownValue[]> {
  const keys = daysIn(meterId, timeZone, stretch);
  const stored = await lockDays(tx, propertyId, keys);
  return keys.flatMap(({ day }) => {
    const row = stored.get(`${meterId} ${dayText(day)}`);
    return row === undefined ? [] : valuesOfDay(meterId, localDay(timeZone, day).startsAt, row);
  });
}
