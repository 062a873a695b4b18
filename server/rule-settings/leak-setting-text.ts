import type { LeakSettings } from "../leaks/settings/leak-settings.ts";
import type { SettingLabel, SettingUnit } from "./setting-text.ts";

const of = (unit: SettingUnit) => (description: string) => ({ unit, description: `${description}.` });
const gallons = of("gallons");
const hours = of("hours");
const minutes = of("minutes");
const days = of("days");
const nights = of("nights");
const points = of("points");
const times = of("times");

/** Labels of every number of the leak rules; the compiler requires an entry for each. */
export const leakSettingLabels: Record<keyof LeakSettings, SettingLabel> = {
  continuousHours: hours("Continuous: measured hours looked back on"),
  continuousStillHours: hours("Continuous: hours of them that may lack flow time"),
  floorHours: hours("Floor: measured hours of which the lowest is looked at"),
  floorNightHours: hours("Floor: hours of them that must lie between midnight and six, when households are still"),
  floorGallons: gallons("Floor: the least that the lowest hour of a leak has"),
  floorGallonsToilet: gallons("Floor on a toilet: the least that the lowest hour of a leak has"),
  floorGallonsHeater: gallons("Floor on a water heater: the least that the lowest hour of a leak has"),
  floorAboveOwn: gallons("Floor: how far the lowest hour lies above the highest such hour of the meter's own history"),
  floorAboveOwnToilet: gallons("Floor on a toilet: how far the lowest hour lies above its own highest such hour"),
  floorAboveOwnHeater: gallons("Floor on a water heater: how far the lowest hour lies above its own highest such hour"),
  floorFlowMinutes: minutes("Floor: flow in each of the hours, where the meter tells flow time"),
  floorFlowMinutesToilet: minutes("Floor on a toilet: flow in each of the hours, where the meter tells flow time"),
  longRunHours: hours("Long run: hours in a row with water"),
  longRunHoursFixture: hours("Long run on a toilet or a water heater: hours in a row with water"),
  longRunTimesOwn: times("Long run: times the longest run that the meter had twice"),
  oftenGallons: gallons("Often: an hour above this is heavy"),
  oftenGallonsToilet: gallons("Often on a toilet: an hour above this is heavy"),
  oftenShareBelow: of("share")("Often: part of its own same hours of day that a heavy hour lies above"),
  oftenFade: points("Often: what every measured hour takes away"),
  oftenPoints: points("Often: points for heavy hours that make a leak"),
  oftenPointsToilet: points("Often on a toilet: points for heavy hours that make a leak"),
  oftenNightPoints: points("Often: points of them that must come from hours between midnight and six"),
  oftenHoursToEnd: hours("Often: hours without a heavy one that end the leak"),
  burstGallons: gallons("Burst: the least in each of two hours in a row, besides what it had"),
  burstTimesOwn: times("Burst: times what two hours in a row had on two days of the meter's own history"),
  burstSureHours: hours("Burst: hours that it lasts until it is no longer a suspicion"),
  burstFlowGallons: gallons(
    "Burst: the least in each of two hours in a row that makes a leak at once, where the meter tells flow time",
  ),
  burstFlowMinutes: minutes("Burst: flow in each of two hours that makes a leak at once"),
  burstGallonsToilet: gallons("Burst on a toilet: the least in one hour"),
  burstTimesOwnToilet: times("Burst on a toilet: times what an hour had on two days of its own history"),
  burstSureHoursToilet: hours("Burst on a toilet: hours that it lasts until it is no longer a suspicion"),
  runningMinutes: minutes("Toilet running: flow in one hour"),
  runningDraws: of("draws")("Toilet running: the most draws in that hour"),
  restWindowHours: hours("No rest: measured hours looked back on"),
  restHours: hours("No rest: the longest dry spell in them that a leak has"),
  restTimesUnderOwn: times("No rest: how many times as long the toilet's usual dry spell is, at least"),
  restHoursToEnd: hours("No rest: dry hours in a row that end the leak"),
  buildingGallons: gallons("Building: how far the lowest hour of a night lies above the usual one, at least"),
  buildingShare: of("share")("Building: the same as a part of the usual one"),
  buildingNights: nights("Building: nights of the last four on which it does"),
  buildingNightsToEnd: nights("Building: measured nights in a row on which it does not that end the leak"),
  newMeterFloorTimes: times("New meter, without a history of its own: times what the floor rule asks for"),
  newMeterOftenGallons: gallons("New meter: an hour above this is heavy"),
  newMeterOftenGallonsToilet: gallons("New meter on a toilet: an hour above this is heavy"),
  newMeterOftenPoints: points("New meter: points for heavy hours that make a leak"),
  newMeterOftenPointsToilet: points("New meter on a toilet: points for heavy hours that make a leak"),
  newMeterRestWindowHours: hours("New meter on a toilet: measured hours without a long dry spell"),
  ownDays: days("Own history: the last leak-free days that are looked at"),
  ownDaysNeeded: days("Own history: leak-free days that it takes at least"),
  leastCounts: of("counts")("Any rule: steps of the meter's register below which nothing is a leak"),
  dryHoursToEnd: hours("Life: measured dry hours in a row that end a leak"),
  sameLeakHours: hours("Life: a leak that starts so soon after the end of the one before is the same leak"),
  silentDaysToClose: days("Life: days without a reading after which a leak counts as over"),
};
