import { z } from "zod";
import { ask, type Person } from "../harness/person.ts";
import { dateAt, dayOf, HOUR_MS } from "./calendar.ts";
import type { HourRow, ZonePlace } from "./places.ts";

const exported = z.looseObject({
  meter_days: z.array(
    z.looseObject({
      meter_id: z.number(),
      day: z.string(),
      starts_at: z.string(),
      hours: z.number(),
      gallons: z.array(z.number().nullable()),
      total_gallons: z.number().nullable(),
    }),
  ),
});

/**
 * What the file of a whole property says of its days otherwise than what was sent: hours, sums, lengths and beginnings of
 * days, and days too many or too few. Sentences.
 */
export async function wrongDays(person: Person, place: ZonePlace, sent: readonly HourRow[]): Promise<string[]> {
  const { timeZone, propertyId, meterIds } = place;
  const answer = await ask(person, ["GET", `/v1/reporting/leak-report/properties/${propertyId}/export`]);
  if (answer.status !== 200) return [`${timeZone}: the export was answered with ${answer.status}`];
  const found = new Map(
    exported.parse(JSON.parse(answer.text)).meter_days.map((row) => [`${row.meter_id} ${row.day}`, row]),
  );
  const expected = new Map<string, Map<number, number>>();
  for (const { serial, at, thousandths } of sent) {
    const key = `${meterIds.get(serial)} ${dateAt(timeZone, at)}`;
    const hours = expected.get(key) ?? new Map<number, number>();
    hours.set(at, thousandths);
    expected.set(key, hours);
  }
  const wrong = [...found.keys()].filter((key) => !expected.has(key)).map((key) => `${timeZone}: nobody sent ${key}`);
  for (const [key, hours] of expected) {
    const row = found.get(key);
    const { begin, end } = dayOf(timeZone, key.split(" ")[1] ?? "");
    const slots = Math.ceil((end - begin) / HOUR_MS);
    const values = Array.from({ length: slots }, (_, slot) => hours.get(begin + slot * HOUR_MS) ?? null);
    const total = [...hours.values()].reduce((sum, value) => sum + value, 0);
    const stored = row?.gallons.map((value) => (value === null ? null : Math.round(value * 1000))) ?? [];
    while (stored.length > 0 && stored.at(-1) === null) stored.pop();
    while (values.length > 0 && values.at(-1) === null) values.pop();
    const isRight =
      row !== undefined &&
      Date.parse(row.starts_at) === begin &&
      row.hours === slots &&
      Math.round((row.total_gallons ?? 0) * 1000) === total &&
      JSON.stringify(stored) === JSON.stringify(values);
    if (!isRight) wrong.push(`${timeZone}: meter and day ${key} are ${JSON.stringify(row)?.slice(0, 200)}`);
  }
  return wrong;
}
