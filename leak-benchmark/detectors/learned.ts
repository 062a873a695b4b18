import { Draws } from "../leaks/draws.ts";
import type { Span } from "../leaks/shapes.ts";
import { HOUR_MS } from "../readings/durations.ts";
import type { Hour } from "../readings/hours.ts";
import { homeYears } from "../scoring/untouched.ts";
import { boostedTrees, type LabelledPoint } from "./boosted-trees.ts";
import { type Detector, openingsOf } from "./detector.ts";
import { type Features, featuresOf } from "./features.ts";
import { isolationForest } from "./isolation-forest.ts";

/** A home that models learn from: as it is, and with leaks. */
export interface Lesson {
  hours: readonly Hour[];
  leaks: readonly { hours: readonly Hour[]; leak: Span }[];
}

/** Openings per home-year in the homes as they are, to which thresholds are set. */
const OPENINGS_A_YEAR = 1;
/** Of the hours of homes and of leaks every so many are learned from. */
const HOME_STRIDE = 7;
const LEAK_STRIDE = 5;
/** A leak shows from so many of its hours on. */
const SHOWS_AFTER_MS = 2 * HOUR_MS;
/** Each threshold that is tried lets through so much more. */
const LOOSER = 1.15;
const SEED = 27;
const everything: Span = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/**
 * An isolation forest and boosted trees. They learn from every other home; their thresholds are set on those between, which
 * they have not seen. None of them may be a home on which they are judged.
 */
export function learnedDetectors(lessons: readonly Lesson[]): Detector[] {
  const learned = lessons.filter((_, i) => i % 2 === 0);
  const kept = lessons.filter((_, i) => i % 2 === 1).map(({ hours }) => hours);
  const usual = learned.flatMap(({ hours }) => sampled(hours, HOME_STRIDE, everything));
  const leaking = learned
    .flatMap(({ leaks }) => leaks)
    .flatMap(({ hours, leak: { from, until } }) => sampled(hours, LEAK_STRIDE, { from: from + SHOWS_AFTER_MS, until }));
  const points: LabelledPoint[] = [
    ...usual.map((features) => ({ features, label: 0 as const })),
    ...leaking.map((features) => ({ features, label: 1 as const })),
  ];
  return [
    model(
      "isolation forest",
      "Liu, Ting and Zhou, ICDM 2008; for water meters Nofal and others, https://iwaponline.com/ws/article/22/1/1131/82887/A-use-case-of-anomaly-detection-for-identifying",
      isolationForest(usual, new Draws(SEED)),
      kept,
    ),
    model(
      "boosted trees",
      "Friedman, Annals of Statistics 29 (2001); for water meters Chaves and others, https://synapsesocial.com/de/papers/69fd7f65bfa21ec5bbf07f17",
      boostedTrees(points),
      kept,
    ),
  ];
}

/** Every so many of the hours between two instants for which there are features. */
function sampled(hours: readonly Hour[], stride: number, { from, until }: Span): Features[] {
  const features = featuresOf(hours).filter((_, i) => {
    const at = hours[i]?.at ?? 0;
    return i % stride === 0 && at >= from && at < until;
  });
  return features.filter((one) => one !== null);
}

function model(
  name: string,
  source: string,
  score: (point: Features) => number,
  kept: readonly (readonly Hour[])[],
): Detector {
  const scored = kept.map((hours) => ({ hours, scores: featuresOf(hours).map((one) => one && score(one)) }));
  const threshold = thresholdFor(scored);
  const alerts = (hours: readonly Hour[]) => featuresOf(hours).map((one) => one !== null && score(one) >= threshold);
  return { name, source, alerts };
}

/** The lowest threshold at which the homes as they are have no more openings than they may. */
function thresholdFor(homes: readonly { hours: readonly Hour[]; scores: readonly (number | null)[] }[]): number {
  const years = homes.reduce((sum, { hours }) => sum + homeYears(hours), 0);
  const sorted = homes.flatMap(({ scores }) => scores.flatMap((one) => one ?? [])).sort((a, b) => b - a);
  let threshold = Number.POSITIVE_INFINITY;
  for (let place = 1; place < sorted.length; place = Math.ceil(place * LOOSER)) {
    const next = sorted[place] ?? 0;
    const openings = homes.reduce(
      (sum, { hours, scores }) =>
        sum +
        openingsOf(
          hours,
          scores.map((one) => one !== null && one >= next),
        ).length,
      0,
    );
    if (openings > OPENINGS_A_YEAR * years) return threshold;
    threshold = next;
  }
  return threshold;
}
