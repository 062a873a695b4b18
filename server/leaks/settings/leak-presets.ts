import type { LeakPreset } from "../../../contract/leaks/leak-presets.ts";
import { defaultLeakSettings, type LeakSettings, leakSettings } from "./leak-settings.ts";

type Name = keyof LeakSettings;
/** Open alerts close by it in SQL, so that it is the same in all presets (`markSilent`). */
type Numbers = Partial<Omit<LeakSettings, "silentDaysToClose">>;

/** These numbers as multiples of their defaults, so that better defaults reach every preset. Volumes stay whole. */
function timesDefault(factor: number, names: readonly Exclude<Name, "silentDaysToClose">[]): Numbers {
  return Object.fromEntries(names.map((name) => [name, Math.round(defaultLeakSettings[name] * factor)]));
}

/** How much flow opens a leak. */
const volumes = [
  "floorGallons",
  "floorGallonsToilet",
  "floorGallonsHeater",
  "floorAboveOwn",
  "floorAboveOwnToilet",
  "floorAboveOwnHeater",
  "burstGallons",
  "burstFlowGallons",
  "burstGallonsToilet",
  "buildingGallons",
] as const;
/** For how long it has to be there. */
const hours = ["longRunHours", "longRunHoursFixture"] as const;
const points = ["oftenPoints", "oftenPointsToilet", "newMeterOftenPoints", "newMeterOftenPointsToilet"] as const;

/** What each preset changes of the defaults. An organization stores its name only. */
export const leakPresetNumbers: Readonly<Record<LeakPreset, Numbers>> = {
  find_more: {
    ...timesDefault(0.7, volumes),
    ...timesDefault(3 / 4, hours),
    ...timesDefault(3 / 4, points),
    longRunTimesOwn: 1.25,
    newMeterOftenNightHours: 2,
    burstTimesOwn: 1.4,
    burstSureHours: 2,
    runningMinutes: 25,
    restTimesUnderOwn: 2.5,
    buildingShare: 0.2,
    newMeterFloorTimes: 1.5,
  },
  balanced: {},
  fewer_alarms: {
    ...timesDefault(3 / 2, volumes),
    ...timesDefault(3 / 2, hours),
    ...timesDefault(3 / 2, points),
    longRunTimesOwn: 2,
    newMeterOftenNightHours: 4,
    burstTimesOwn: 2,
    burstTimesOwnToilet: 2.5,
    burstSureHours: 5,
    runningMinutes: 40,
    restTimesUnderOwn: 4,
    buildingShare: 0.5,
    buildingNights: 4,
    newMeterFloorTimes: 3,
  },
};

/** All numbers of the rules where a preset was chosen. @param changed single ones that differ from it */
export function leakSettingsOf(preset: LeakPreset, changed: unknown): LeakSettings {
  return leakSettings.parse({ ...leakPresetNumbers[preset], ...Object(changed) });
}
