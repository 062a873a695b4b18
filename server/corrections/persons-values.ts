import { z } from "zod";
import { repairKind } from "../../contract/readings/repair-request.ts";
import { queryRows } from "../database/query-rows.ts";
import { type DayKey, lockDays } from "../ingest/days/day-rows.ts";
import type { PropertyInHand } from "../ingest/in-property.ts";
import { isIn } from "../ingest/place/place-of-reading.ts";
import { KnownValue, keyOfValue, valuesOfDay } from "../ingest/rejudge/known-values.ts";
import { daysIn } from "../ingest/rejudge/rejudge.ts";
import type { Stretch } from "../metering/inventory/inventory-types.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { dayText, localDay } from "../time/local-day.ts";

const RepairRow = z.object({ id: z.int(), kind: repairKind, values: z.array(KnownValue) });

/** The repair that gave a person's value. */
type Repair = Pick<z.output<typeof RepairRow>, "id" | "kind">;

/** The values of a meter in a stretch of time that persons entered and that count: values of class 1. */
export async function personsValues(
  property: PropertyInHand,
  meterId: number,
  stretch: Stretch,
): Promise<KnownValue[]> {
  const values = await valuesOfDays(property, daysIn(meterId, property.timeZone, stretch));
  return values.filter((value) => value.class > 0 && isIn(value, stretch));
}

/** The values that count on local days of meters. */
export async function valuesOfDays(
  { tx, propertyId, timeZone }: PropertyInHand,
  keys: DayKey[],
): Promise<KnownValue[]> {
  const stored = await lockDays(tx, propertyId, keys);
  return keys.flatMap(({ meterId, day }) => {
    const row = stored.get(`${meterId} ${dayText(day)}`);
    return row === undefined ? [] : valuesOfDay(meterId, localDay(timeZone, day).startsAt, row);
  });
}

/** The repairs that gave persons' values, by their keys; those of archives have none. */
export async function repairsOf(
  { tx, propertyId }: PropertyInHand,
  values: KnownValue[],
): Promise<Map<string, Repair>> {
  const sequences = [...new Set(values.map(({ sequence }) => JSON.stringify([{ sequence }])))];
  const found = await queryRows(tx, RepairRow)`
    select id, kind, effect->'facts'->'values' as values from repairs
    where property_id = ${propertyId} and undone_at is null
      and effect->'facts'->'values' @> any(${sequences}::jsonb[])
    order by id`;
  return new Map(found.flatMap(({ id, kind, values }) => values.map((value) => [keyOfValue(value), { id, kind }])));
}

/** The conflict with a person's value that would go on counting, whatever is excluded. */
export async function conflictWith(property: PropertyInHand, value: KnownValue, serial: string): Promise<ProblemError> {
  const at = new Date(value.at).toISOString();
  const repair = (await repairsOf(property, [value])).get(keyOfValue(value));
  return new ProblemError(
    "conflict",
    repair === undefined
      ? text`The value of meter "${serial}" at ${at} is a person's that came from an archive. Give it another value instead.`
      : text`Repair ${repair.id} gave meter "${serial}" a value at ${at}. Undo that one first.`,
  );
}
