import { z } from "zod";
import type { AttachedTo } from "../../readings/meter-day.ts";

const volume = z.number().int().nonnegative();
const minutes = z.number().nonnegative().max(60);

/**
 * Every number of the leak rules, with its default. An organization overrides single ones; parsing its (possibly empty)
 * overrides gives the complete settings and throws on an unknown name or an impossible value.
 *
 * Volumes are thousandths of a gallon in one hour. A window is at most 96 hours, because 144 hours are kept and a window
 * may stretch over half again as many hours of the clock as it holds measured ones.
 */
export const leakSettings = z
  .strictObject({
    /** continuous: the window, and the hours of it that may lack flow time. */
    continuousHours: z.number().int().min(3).max(96).default(24),
    continuousStillHours: z.number().nonnegative().default(2),

    /** floor: the window whose lowest hour is looked at. */
    floorHours: z.number().int().min(3).max(96).default(26),
    /** floor: how many hours of the window lie between 00:00 and 06:00, when households are still. A whole day has six. */
    floorNightHours: z.number().int().min(0).max(24).default(2),
    floorGallons: volume.default(450),
    floorGallonsToilet: volume.default(100),
    floorGallonsHeater: volume.default(250),
    /** floor: how far the lowest hour must lie above the highest such lowest hour of the meter's own history. */
    floorAboveOwn: volume.default(250),
    floorAboveOwnToilet: volume.default(100),
    floorAboveOwnHeater: volume.default(200),
    /** floor: minutes of flow in each hour, where the meter reports flow time. */
    floorFlowMinutes: minutes.default(10),
    floorFlowMinutesToilet: minutes.default(5),

    /** long run: hours in a row with water, on a whole unit and on a fixture, and times the meter's own longest run that it had twice. */
    longRunHours: z.number().int().min(3).max(96).default(48),
    longRunHoursFixture: z.number().int().min(3).max(96).default(36),
    longRunTimesOwn: z.number().min(1).default(1.5),

    /** often: an hour above this, and above its own of that hour of day on a share of the days, is heavy and gives a point. */
    oftenGallons: volume.default(9000),
    oftenGallonsToilet: volume.default(6000),
    oftenShareBelow: z.number().min(0).max(1).default(0.97),
    /** often: another point for a heavy hour that differs from the hour before by at most this part. */
    oftenAlike: z.number().min(0).max(1).default(0.05),
    /** often: days on which water was used that it takes to know what is heavy. */
    oftenDaysNeeded: z.number().int().min(1).max(28).default(10),
    /** often: what each hour of light use takes away by which the window has more of them than its own. */
    oftenLightTakes: z.number().min(0).max(1).default(0.2),
    /** often: the window, and the points in it that open. */
    oftenHours: z.number().int().min(3).max(96).default(60),
    oftenPoints: z.number().min(1).default(10),
    oftenPointsToilet: z.number().min(1).default(8),
    /** often: points in 24 hours by which it goes on, hours without so many that end it, and within how many more it is the same. */
    oftenPointsToGoOn: z.number().min(1).default(3),
    oftenHoursToEnd: z.number().int().min(1).default(24),
    oftenSameLeakHours: z.number().int().nonnegative().max(96).default(72),

    /** burst: two hours in a row with so much, and so many times what its own had on two days; a leak when it lasts. */
    burstGallons: volume.default(47_000),
    burstTimesOwn: z.number().min(1).default(1.6),
    burstSureHours: z.number().int().min(2).max(96).default(3),
    /** burst: two hours in a row with so much and so many minutes of flow are a leak at once. */
    burstFlowGallons: volume.default(60_000),
    burstFlowMinutes: minutes.default(55),
    /** burst on a toilet: one hour of so much, and so many times what one had on two days; a leak when it lasts. */
    burstGallonsToilet: volume.default(20_000),
    burstTimesOwnToilet: z.number().min(1).default(2),
    burstSureHoursToilet: z.number().int().min(1).max(96).default(2),

    /** toilet running: minutes of flow in an hour of at most so many draws. */
    runningMinutes: minutes.default(30),
    runningDraws: z.number().int().min(1).default(2),

    /** no rest: the window, the longest dry spell in it, and of how many times that length the usual one of its own is. */
    restWindowHours: z.number().int().min(12).max(96).default(72),
    restHours: z.number().int().min(0).default(3),
    restTimesUnderOwn: z.number().min(1).default(3),
    /** no rest: dry hours in a row that end it. */
    restHoursToEnd: z.number().int().min(1).default(4),

    /** building: how far the lowest hour of a night lies above the usual one, as a volume and as a share, and how often. */
    buildingGallons: volume.default(20_000),
    buildingShare: z.number().nonnegative().default(0.3),
    buildingNights: z.number().int().min(1).max(4).default(3),
    /** building: measured nights in a row that do not satisfy it and end it. */
    buildingNightsToEnd: z.number().int().min(1).default(2),

    /** new meter, while there is no own history: times the floor's threshold, what is often and a burst there, and the window of no rest. */
    newMeterFloorTimes: z.number().min(1).default(2),
    newMeterOftenGallons: volume.default(12_000),
    newMeterOftenGallonsToilet: volume.default(6000),
    newMeterOftenPoints: z.number().min(1).default(20),
    newMeterOftenPointsToilet: z.number().min(1).default(16),
    /** new meter: how many of the heavy hours lie between 00:00 and 06:00. */
    newMeterOftenNightHours: z.number().int().min(0).default(3),
    /** new meter: so much in each of so many hours in a row is a burst. */
    newMeterBurstGallons: volume.default(45_000),
    newMeterBurstHours: z.number().int().min(2).max(96).default(3),
    newMeterRestWindowHours: z.number().int().min(12).max(96).default(69),

    /** Own history: the last so many leak-free days, and how many of them it takes at least. */
    ownDays: z.number().int().min(1).max(28).default(28),
    ownDaysNeeded: z.number().int().min(1).max(28).default(7),

    /** Thresholds are never less than so many counts of the meter's register. */
    leastCounts: z.number().int().nonnegative().default(2),

    /** Life: measured dry hours in a row that end a leak. */
    dryHoursToEnd: z.number().int().min(1).default(2),
    /** Life: a leak that starts within so many hours of the end of the one before is the same leak. */
    sameLeakHours: z.number().int().nonnegative().max(96).default(24),
    /** Life: days without a reading after which a leak counts as over. */
    silentDaysToClose: z.number().int().min(7).default(30),
  })
  .refine(({ floorNightHours, floorHours }) => floorNightHours * 4 <= floorHours, {
    path: ["floorNightHours"],
    error: "at most a quarter of a floor's hours can be at night; with more the rule would never match",
  });

export type LeakSettings = z.infer<typeof leakSettings>;

export const defaultLeakSettings: LeakSettings = leakSettings.parse({});

/** Thousandths of a gallon an hour that the floor rule needs at this point, before register counts and own history. */
export function floorGallons(settings: LeakSettings, point: AttachedTo): number {
  if (point === "Toilet") return settings.floorGallonsToilet;
  return point === "Water Heater" ? settings.floorGallonsHeater : settings.floorGallons;
}

/** Thousandths of a gallon an hour by which the floor must exceed the highest of its own history at this point. */
export function floorAboveOwn(settings: LeakSettings, point: AttachedTo): number {
  if (point === "Toilet") return settings.floorAboveOwnToilet;
  return point === "Water Heater" ? settings.floorAboveOwnHeater : settings.floorAboveOwn;
}

/** Minutes of flow that the floor rule requires of every hour at this point, where the meter reports flow time. */
export function floorFlowMinutes(settings: LeakSettings, point: AttachedTo): number {
  return point === "Toilet" ? settings.floorFlowMinutesToilet : settings.floorFlowMinutes;
}

/** Hours in a row with water that the long run rule requires at this point, before own history. */
export function longRunHours(settings: LeakSettings, point: AttachedTo): number {
  return point === "Toilet" || point === "Water Heater" ? settings.longRunHoursFixture : settings.longRunHours;
}

/** Thousandths of a gallon that an hour of heavy use exceeds at this point, before own history. */
export function oftenGallons(settings: LeakSettings, point: AttachedTo, isNew: boolean): number {
  if (isNew) return point === "Toilet" ? settings.newMeterOftenGallonsToilet : settings.newMeterOftenGallons;
  return point === "Toilet" ? settings.oftenGallonsToilet : settings.oftenGallons;
}

/** Points of heavy use that open a leak at this point. */
export function oftenPoints(settings: LeakSettings, point: AttachedTo, isNew: boolean): number {
  if (isNew) return point === "Toilet" ? settings.newMeterOftenPointsToilet : settings.newMeterOftenPoints;
  return point === "Toilet" ? settings.oftenPointsToilet : settings.oftenPoints;
}
