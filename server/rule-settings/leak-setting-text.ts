import type { RuleName } from "../../contract/leaks/rule-settings.ts";
import type { LeakSettings } from "../leaks/settings/leak-settings.ts";
import { type Text, text } from "../problem/text.ts";
import type { SettingLabel, SettingUnit } from "./setting-text.ts";

/** What people call each rule. */
export const ruleTexts: Readonly<Record<RuleName, Text>> = {
  continuous: text`Continuous`,
  floor: text`Floor`,
  long_run: text`Long run`,
  often: text`Often`,
  burst: text`Burst`,
  toilet_running: text`Toilet running`,
  no_rest: text`No rest`,
  building: text`Building`,
  new_meter: text`New meter`,
  own_history: text`Own history`,
  any_rule: text`Any rule`,
  life: text`Life`,
  most_flow: text`Most flow`,
};

const toilet = text`a toilet`;
const heater = text`a water heater`;
const fixture = text`a toilet or a water heater`;

/** @param fixtureName where it holds alone; undefined: on every meter */
const of =
  (unit: SettingUnit) =>
  (rule: RuleName, meaning: Text, fixtureName?: Text): SettingLabel => ({
    unit,
    rule,
    label: fixtureName === undefined ? meaning : text`on ${fixtureName}: ${meaning}`,
    description:
      fixtureName === undefined
        ? text`${ruleTexts[rule]}: ${meaning}.`
        : text`${ruleTexts[rule]} on ${fixtureName}: ${meaning}.`,
  });

const gallons = of("gallons");
const hours = of("hours");
const minutes = of("minutes");
const days = of("days");
const nights = of("nights");
const points = of("points");
const times = of("times");

/** Labels of every number of the leak rules; the compiler requires an entry for each. */
export const leakSettingLabels: Record<keyof LeakSettings, SettingLabel> = {
  continuousHours: hours("continuous", text`measured hours looked back on`),
  continuousStillHours: hours("continuous", text`hours of them that may lack flow time`),
  floorHours: hours("floor", text`measured hours of which the lowest is looked at`),
  floorNightHours: hours(
    "floor",
    text`hours of them that must lie between midnight and six, when households are still`,
  ),
  floorGallons: gallons("floor", text`the least that the lowest hour of a leak has`),
  floorGallonsToilet: gallons("floor", text`the least that the lowest hour of a leak has`, toilet),
  floorGallonsHeater: gallons("floor", text`the least that the lowest hour of a leak has`, heater),
  floorAboveOwn: gallons(
    "floor",
    text`how far the lowest hour lies above the highest such hour of the meter's own history`,
  ),
  floorAboveOwnToilet: gallons("floor", text`how far the lowest hour lies above its own highest such hour`, toilet),
  floorAboveOwnHeater: gallons("floor", text`how far the lowest hour lies above its own highest such hour`, heater),
  floorFlowMinutes: minutes("floor", text`flow in each of the hours, where the meter tells flow time`),
  floorFlowMinutesToilet: minutes("floor", text`flow in each of the hours, where the meter tells flow time`, toilet),
  longRunHours: hours("long_run", text`hours in a row with water`),
  longRunHoursFixture: hours("long_run", text`hours in a row with water`, fixture),
  longRunTimesOwn: times("long_run", text`times the longest run that the meter had twice`),
  oftenGallons: gallons("often", text`an hour above this is heavy`),
  oftenGallonsToilet: gallons("often", text`an hour above this is heavy`, toilet),
  oftenShareBelow: of("share")("often", text`part of its own same hours of day that a heavy hour lies above`),
  oftenAlike: of("share")("often", text`how far a heavy hour differs, at most, from the hour before to count twice`),
  oftenDaysNeeded: days("often", text`days with use that it takes to know which hours are heavy`),
  oftenLightTakes: points("often", text`what each hour of light use takes away that is more than usual`),
  oftenHours: hours("often", text`measured hours looked back on`),
  oftenPoints: points("often", text`points for heavy hours that make a leak`),
  oftenPointsToilet: points("often", text`points for heavy hours that make a leak`, toilet),
  oftenPointsToGoOn: points("often", text`points in 24 hours with which the leak goes on`),
  oftenHoursToEnd: hours("often", text`hours without so many points that end the leak`),
  oftenSameLeakHours: hours("often", text`heavy use that begins so soon after the end is the same leak`),
  burstGallons: gallons("burst", text`the least in each of two hours in a row, besides what it had`),
  burstTimesOwn: times("burst", text`times what two hours in a row had on two days of the meter's own history`),
  burstSureHours: hours("burst", text`hours that it lasts until it is no longer a suspicion`),
  burstFlowGallons: gallons(
    "burst",
    text`the least in each of two hours in a row that makes a leak at once, where the meter tells flow time`,
  ),
  burstFlowMinutes: minutes("burst", text`flow in each of two hours that makes a leak at once`),
  burstGallonsToilet: gallons("burst", text`the least in one hour`, toilet),
  burstTimesOwnToilet: times("burst", text`times what an hour had on two days of its own history`, toilet),
  burstSureHoursToilet: hours("burst", text`hours that it lasts until it is no longer a suspicion`, toilet),
  runningMinutes: minutes("toilet_running", text`flow in one hour`),
  runningDraws: of("draws")("toilet_running", text`the most draws in that hour`),
  restWindowHours: hours("no_rest", text`measured hours looked back on`),
  restHours: hours("no_rest", text`the longest dry spell in them that a leak has`),
  restTimesUnderOwn: times("no_rest", text`how many times as long the toilet's usual dry spell is, at least`),
  restHoursToEnd: hours("no_rest", text`dry hours in a row that end the leak; always more than its longest dry spell`),
  buildingGallons: gallons("building", text`how far the lowest hour of a night lies above the usual one, at least`),
  buildingShare: of("share")("building", text`the same as a part of the usual one`),
  buildingNights: nights("building", text`nights of the last four that must be above it`),
  buildingNightsToEnd: nights("building", text`measured nights in a row without this that end the leak`),
  newMeterFloorTimes: times("new_meter", text`times what the floor rule asks for`),
  newMeterOftenGallons: gallons("new_meter", text`an hour above this is heavy`),
  newMeterOftenGallonsToilet: gallons("new_meter", text`an hour above this is heavy`, toilet),
  newMeterOftenPoints: points("new_meter", text`points for heavy hours that make a leak`),
  newMeterOftenPointsToilet: points("new_meter", text`points for heavy hours that make a leak`, toilet),
  newMeterOftenNightHours: hours("new_meter", text`heavy hours that must lie between midnight and six`),
  newMeterBurstGallons: gallons("new_meter", text`the least in each of several hours in a row that makes a burst`),
  newMeterBurstHours: hours("new_meter", text`hours in a row that make a burst`),
  newMeterRestWindowHours: hours("new_meter", text`measured hours without a long dry spell`, toilet),
  ownDays: days("own_history", text`the last leak-free days that are looked at`),
  ownDaysNeeded: days("own_history", text`leak-free days that it takes at least`),
  leastCounts: of("counts")("any_rule", text`steps of the meter's register below which nothing is a leak`),
  dryHoursToEnd: hours("life", text`measured dry hours in a row that end a leak`),
  sameLeakHours: hours("life", text`a leak that starts so soon after the end of the one before is the same leak`),
  silentDaysToClose: days("life", text`days without a reading after which a leak counts as over`),
};
