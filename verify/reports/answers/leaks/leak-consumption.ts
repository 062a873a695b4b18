import { dayText } from "../../../../server/time/local-day.ts";
import { eachDay } from "../../figures/days.ts";
import { withOffset } from "../../figures/local-time.ts";
import { gallonsOf } from "../../figures/units-of-measure.ts";
import type { Answer } from "../answer.ts";
import { hoursOf, knownVolume } from "./leak-flow.ts";
import { chosenMeter } from "./meter-params.ts";

export const consumptionByDay: Answer = (params) => {
  const found = chosenMeter(params);
  if (found === null) return { status: 404 };
  return {
    body: eachDay(found.days).map((day) => {
      const of = params.figures.meter(found.meter, day);
      const gallons = of?.gallons ?? null;
      return {
        label: dayText(day),
        gallons_consumed: gallonsOf(gallons),
        gallons_leaked: of === null || gallons === null ? null : of.leak / 1000,
        events: of?.events ?? null,
        estimated_gallons: (of?.estimated ?? 0) / 1000,
      };
    }),
  };
};

export const consumptionByHour: Answer = (params) => {
  const found = chosenMeter(params);
  if (found === null) return { status: 404 };
  return {
    body: hoursOf(params, found).map(({ at, hour, stored }) => {
      const volume = knownVolume(params.figures, stored, hour);
      return {
        label: withOffset(found.property.timeZone, at),
        gallons_consumed: gallonsOf(volume),
        gallons_leaked: volume === null ? null : (stored?.leak?.[hour] ?? 0) / 1000,
        events: stored?.events?.[hour] ?? null,
        estimated_gallons: (stored?.estimated?.[hour] ?? 0) / 1000,
      };
    }),
  };
};
