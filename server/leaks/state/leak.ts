import { z } from "zod";

/** The rules by name, in the order in which a leak lists them. The order is part of the stored state: only append. */
export const ruleNames = [
  "continuous",
  "floor",
  "long_run",
  "new_meter",
  "often",
  "burst",
  "toilet_running",
  "no_rest",
  "building",
] as const;
export type RuleName = (typeof ruleNames)[number];

/** From weakest to strongest. The order is part of the stored state. */
export const confidences = ["low", "medium", "high"] as const;
export type Confidence = (typeof confidences)[number];

/**
 * What the number that a rule compares means. The order is part of the stored state: only append.
 * - flow_minutes: minutes of flow in the window
 * - lowest_hour: the lowest hour of the window, in thousandths of a gallon
 * - hours_with_water: hours in a row with water
 * - heavy_points: points for hours of heavy use, in tenths: one for each, two for one like the hour before, less for light use
 * - burst_hour: the lower of two hours in a row (on a toilet: the hour), in thousandths of a gallon
 * - draw_minutes: minutes of flow in an hour with hardly a draw
 * - longest_rest: the longest dry spell, in hours; the rule requires at most the threshold
 * - night_hour: the lowest hour of the night between two and five, in thousandths of a gallon
 */
export const measures = [
  "flow_minutes",
  "lowest_hour",
  "hours_with_water",
  "heavy_points",
  "burst_hour",
  "draw_minutes",
  "longest_rest",
  "night_hour",
] as const;
export type Measure = (typeof measures)[number];

/** The leak-free days that a window was held against, all of them before it. Volumes in thousandths of a gallon. */
export const OwnHistory = z.object({
  days: z.number(),
  /** Median of the daily lowest hours. */
  usualLowest: z.number(),
  /** The highest that the lowest hour of a window came to on any of the days. */
  highestLowest: z.number(),
  /** The longest run of hours with water that was reached on two of the days. One is no habit: it may be the leak's beginning. */
  repeatedRun: z.number(),
  /** What the lower of two hours in a row reached on two of the days, and what a single hour did. */
  repeatedTwoHours: z.number(),
  repeatedHour: z.number(),
  /** Median of the days' shortest value of the longest dry spell in three days, in hours; null where it is not used. */
  usualRest: z.number().nullable(),
  /** Median of the lowest hours between two and five at night; null where they are not used. */
  usualNight: z.number().nullable(),
});
export type OwnHistory = z.output<typeof OwnHistory>;

/** Why a rule opened a leak, at the hour when it first did. JSON-serialisable. */
export const RuleEvidence = z.object({
  rule: z.enum(ruleNames),
  confidence: z.enum(confidences),
  /** Begin of the first hour and end of the last hour of the window, milliseconds since the epoch. */
  windowStart: z.number(),
  windowEnd: z.number(),
  hoursMeasured: z.number(),
  hoursMissing: z.number(),
  /** The evidence is not sufficient yet for a leak. */
  suspected: z.boolean(),
  /** The lowest measured hour of the window (of heavy use: the lowest that was heavy), in thousandths of a gallon. */
  lowest: z.number(),
  measure: z.enum(measures),
  /** The measured value and the rule's threshold, in the unit of `measure`. */
  value: z.number(),
  threshold: z.number(),
  /** null: too few leak-free days before the window. */
  own: OwnHistory.nullable(),
});
export type RuleEvidence = z.output<typeof RuleEvidence>;

/** One entry for each rule that held at some time during the leak. */
export const Evidence = z.array(RuleEvidence);
export type Evidence = z.output<typeof Evidence>;

/** A leak of one meter. `startedAt` identifies it. Instants are milliseconds since the epoch. */
export interface Leak {
  /** Begin of its first hour with flow. */
  startedAt: number;
  /** End of the hour at which a rule first held: it could not have been detected earlier. */
  openedAt: number;
  /** End of the last measured hour in which it was seen to run. */
  lastConfirmedAt: number;
  /** The instant from which it no longer runs (the begin of a dry hour, so midnight belongs to the day before); null: it goes on. */
  endedAt: number | null;
  /** It goes on as far as anybody knows, but the newest hours are not measured. */
  unconfirmed: boolean;
  /** The evidence is not sufficient yet for a leak: it has no leak gallons, and its days count as ordinary ones. */
  suspected: boolean;
  rules: RuleName[];
  /** The strongest of its rules. */
  confidence: Confidence;
  /** Leak gallons since the start, in thousandths of a gallon. */
  totalGallons: number;
  evidence: Evidence;
}

/** Rows to write: leaks by `startedAt`, and leak gallons of single hours (thousandths of a gallon; `at`: begin of the hour). */
export interface LeakChanges {
  leaks: Leak[];
  leakGallons: { at: number; gallons: number }[];
}

/**
 * How a rule calculates the leak gallons of an hour.
 * - rate: at most the rate of the quietest three hours around the hour
 * - heavy rate: the same, among the hours of heavy use alone
 * - excess: what exceeds the meter's own mean of that hour of day
 * - running: the same, as long as no rule gives the rate
 * - refills: at most what leaks at the quiet rate since the last hour with water, as long as no rule gives the rate
 */
export type LeakGallonsMethod = "rate" | "heavy rate" | "excess" | "running" | "refills";
