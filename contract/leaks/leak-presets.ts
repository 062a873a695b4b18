/** Sets of numbers of the leak rules, from the most findings to the fewest. */
export const leakPresets = ["find_more", "balanced", "fewer_alarms"] as const;
export type LeakPreset = (typeof leakPresets)[number];
