import { HOUR_MS } from "../../../../server/time/durations.ts";
import { localDay } from "../../../../server/time/local-day.ts";
import { type Days, daysOf } from "../../figures/days.ts";
import { endOfHour } from "../../figures/local-time.ts";
import type { Leak, Meter, Property, Service } from "../../stored/stored.ts";
import { chosenProperties, type Params } from "../answer.ts";

/** The meter that a request is about, and where it is installed, or was last. */
export interface MeterParams {
  property: Property;
  meter: Meter;
  service: Service;
  days: Days;
}

/** null: there is none in what the asker sees. */
export function chosenMeter(params: Params): MeterParams | null {
  for (const property of chosenProperties(params)) {
    const meter = property.meters.find(({ serial }) => serial === params.params.meter);
    const service = meter?.services.at(-1);
    if (meter === undefined || service === undefined) continue;
    return {
      property,
      meter,
      service,
      days: daysOf(property.timeZone, params.query, params.now, params.figures.rules),
    };
  }
  return null;
}

/** What of a leak's gallons lies between its start and an instant, in thousandths. */
export function lostUntil({ timeZone }: Property, meter: Meter, leak: Leak, until: number): number {
  let sum = 0;
  for (const [day, hours] of meter.days) {
    const { startsAt } = localDay(timeZone, day);
    for (let hour = 0; hour < hours.hours; hour++) {
      const at = startsAt + hour * HOUR_MS;
      const isIn = endOfHour(timeZone, day, at) > leak.startedAt && at < (leak.endedAt ?? Number.POSITIVE_INFINITY);
      if (isIn && at < until) sum += hours.leak?.[hour] ?? 0;
    }
  }
  return sum;
}
