/**
 * The rules by which the independent computation works, each as docs/rules.md has it. A control puts another value in
 * one place, and the comparison with the product's answers must notice.
 */
export interface Rules {
  /** Share of its hours from which on a meter's day is read. */
  readShare: number;
  /** Share of its top meters from which on a property's day is read. */
  propertyReadShare: number;
  /** Meters of toilets and heaters add to the volume of a unit that has a meter of the whole. */
  fixturesAreVolume: boolean;
  /** Caught-up hours are consumption. */
  estimatedCounts: boolean;
  /** An hour of which nothing is known is one without water. */
  silentIsZero: boolean;
  /** Share of a day's leak that fixtures explain from which on nothing else leaks. */
  explainedShare: number;
  /** Days between the period and the one that it is compared with. */
  previousGap: number;
  /** The price of the last day holds for all days. */
  onePriceForAll: boolean;
  /** What water heaters leak costs as other leaks. */
  heaterIsOther: boolean;
  /** Bedrooms of a studio in figures per bedroom. */
  studioBedrooms: number;
  /** Added to `bedrooms_from`. */
  bedroomsShift: number;
  /** Share of meter-days from which on two periods are compared. */
  comparedShare: number;
  /** Percentages are worked out of gallons that were rounded. */
  roundsFirst: boolean;
  /** Leak percentages from which on a property has opportunities, and is critical. */
  opportunitiesFrom: number;
  criticalFrom: number;
  /** What is only suspected is a leak. */
  suspectedLeaks: boolean;
  /** Days after its end within which a leak returns as the same case. */
  sameCaseDays: number;
  /** Measured hours after its longest pause from which a case is over. */
  overAfterHours: number;
  /** Days after its end for which a leak counts as saved. */
  savedDays: number;
  /** Days count from midnight UTC. */
  daysOfUtc: boolean;
  /** Hours after which a meter is delayed. */
  meterDelayedAfter: number;
}

export const theRules: Rules = {
  readShare: 0.75,
  propertyReadShare: 0.8,
  fixturesAreVolume: false,
  estimatedCounts: true,
  silentIsZero: false,
  explainedShare: 0.8,
  previousGap: 0,
  onePriceForAll: false,
  heaterIsOther: true,
  studioBedrooms: 1,
  bedroomsShift: 0,
  comparedShare: 0.8,
  roundsFirst: false,
  opportunitiesFrom: 10,
  criticalFrom: 25,
  suspectedLeaks: false,
  sameCaseDays: 30,
  overAfterHours: 24,
  savedDays: 30,
  daysOfUtc: false,
  meterDelayedAfter: 24,
};
