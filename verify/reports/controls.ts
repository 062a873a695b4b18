import { Figures } from "./figures/figures.ts";
import { type Rules, theRules } from "./figures/rules.ts";
import { type Answered, expectedOf, judge } from "./requests/try-request.ts";
import type { Stored } from "./stored/stored.ts";

export interface Control {
  title: string;
  rules: Partial<Rules>;
}

/** Definitions that somebody could have got wrong: the answers of the product must differ from each of them. */
export const controls: readonly Control[] = [
  { title: "fixtures added to the volume of their unit", rules: { fixturesAreVolume: true } },
  { title: "estimated hours dropped", rules: { estimatedCounts: false } },
  { title: "an hour without a reading taken for one without water", rules: { silentIsZero: true } },
  { title: "a day read from 70 % of its hours on", rules: { readShare: 0.7 } },
  { title: "a property's day read from half of its meters on", rules: { propertyReadShare: 0.5 } },
  { title: "other leaks beside fixtures that explain them", rules: { explainedShare: 2 } },
  { title: "the period before off by one day", rules: { previousGap: 1 } },
  { title: "the price of the last day for all days", rules: { onePriceForAll: true } },
  { title: "heater cost left out of other leaks", rules: { heaterIsOther: false } },
  { title: "a studio without bedrooms", rules: { studioBedrooms: 0 } },
  { title: "the filter of bedrooms off by one", rules: { bedroomsShift: 1 } },
  { title: "periods compared however little was read", rules: { comparedShare: 0 } },
  { title: "percentages of rounded gallons", rules: { roundsFirst: true } },
  { title: "opportunities from 9 % on", rules: { opportunitiesFrom: 9 } },
  { title: "suspected leaks counted", rules: { suspectedLeaks: true } },
  { title: "a leak that returns after three days taken for another case", rules: { sameCaseDays: 3 } },
  { title: "a case over as soon as its leaks have an end", rules: { overAfterHours: 0 } },
  { title: "savings counted for three days", rules: { savedDays: 3 } },
  { title: "days of UTC", rules: { daysOfUtc: true } },
  { title: "meters delayed after 30 hours", rules: { meterDelayedAfter: 30 } },
];

/** Of some controls those from which no answer differed. */
export function unnoticed(
  answered: readonly (Answered & { stored: Stored })[],
  some: readonly Control[] = controls,
): Control[] {
  return some.filter(({ rules }) => {
    const figures = new Map<Stored, Figures>();
    return !answered.some(({ stored, ...one }) => {
      const others = figures.get(stored) ?? new Figures(stored, { ...theRules, ...rules });
      figures.set(stored, others);
      return judge(one, expectedOf(one.request, others)).length > 0;
    });
  });
}
