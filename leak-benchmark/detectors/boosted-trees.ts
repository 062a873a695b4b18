import type { Features } from "./features.ts";

/** A point with what it is: 1 a leak, 0 none. */
export interface LabelledPoint {
  features: Features;
  label: 0 | 1;
}

const TREES = 80;
const DEPTH = 4;
const RATE = 0.2;
const BINS = 32;
const LEAST_POINTS = 30;
/** Keeps leaves of few points small. */
const RIDGE = 1;

type Node = { value: number } | { feature: number; below: number; left: Node; right: Node };

interface Gradients {
  points: readonly LabelledPoint[];
  first: readonly number[];
  second: readonly number[];
  cuts: readonly (readonly number[])[];
}

/**
 * Gradient-boosted trees for the logistic loss (Friedman, Annals of Statistics 29, 2001), cut at quantiles.
 * @returns the score of a point, the logarithm of the odds of a leak
 */
export function boostedTrees(points: readonly LabelledPoint[]): (point: Features) => number {
  const cuts = (points[0]?.features ?? []).map((_, feature) =>
    quantiles(points.map((one) => one.features[feature] ?? 0)),
  );
  const scores = points.map(() => 0);
  const trees: Node[] = [];
  const places = points.map((_, place) => place);
  for (let number = 0; number < TREES; number++) {
    const odds = scores.map((score) => 1 / (1 + Math.exp(-score)));
    const first = points.map(({ label }, i) => label - (odds[i] ?? 0));
    const second = odds.map((p) => p * (1 - p));
    const tree = grow(places, DEPTH, { points, first, second, cuts });
    trees.push(tree);
    for (const [i, { features }] of points.entries()) scores[i] = (scores[i] ?? 0) + RATE * valueAt(tree, features);
  }
  return (point) => trees.reduce((sum, tree) => sum + RATE * valueAt(tree, point), 0);
}

function grow(places: readonly number[], depth: number, gradients: Gradients): Node {
  const { points, first, second } = gradients;
  const total = (key: readonly number[], some: readonly number[]) => some.reduce((sum, i) => sum + (key[i] ?? 0), 0);
  const [g, h] = [total(first, places), total(second, places)];
  const cut = depth === 0 || places.length < 2 * LEAST_POINTS ? null : bestCut(places, g, h, gradients);
  if (cut === null) return { value: g / (h + RIDGE) };
  const isLeft = (i: number) => (points[i]?.features[cut.feature] ?? 0) < cut.below;
  return {
    ...cut,
    left: grow(places.filter(isLeft), depth - 1, gradients),
    right: grow(
      places.filter((i) => !isLeft(i)),
      depth - 1,
      gradients,
    ),
  };
}

function bestCut(places: readonly number[], g: number, h: number, { points, first, second, cuts }: Gradients) {
  let best: { feature: number; below: number; gain: number } | null = null;
  for (const [feature, own] of cuts.entries()) {
    const bins = own.map(() => ({ g: 0, h: 0, count: 0 }));
    for (const i of places) {
      const bin = bins[binOf(own, points[i]?.features[feature] ?? 0)];
      if (bin === undefined) continue;
      bin.g += first[i] ?? 0;
      bin.h += second[i] ?? 0;
      bin.count++;
    }
    const left = { g: 0, h: 0, count: 0 };
    for (const [bin, sums] of bins.entries()) {
      left.g += sums.g;
      left.h += sums.h;
      left.count += sums.count;
      const below = own[bin];
      if (below === undefined || Math.min(left.count, places.length - left.count) < LEAST_POINTS) continue;
      const gain = left.g ** 2 / (left.h + RIDGE) + (g - left.g) ** 2 / (h - left.h + RIDGE) - g ** 2 / (h + RIDGE);
      if (gain > (best?.gain ?? 1e-9)) best = { feature, below, gain };
    }
  }
  return best && { feature: best.feature, below: best.below };
}

/** The first cut above a value; as many as there are cuts when none is. */
function binOf(cuts: readonly number[], value: number): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < (cuts[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function quantiles(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const cuts = Array.from({ length: BINS - 1 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / BINS)] ?? 0);
  return [...new Set(cuts)].filter((cut) => cut > (sorted[0] ?? 0));
}

function valueAt(tree: Node, features: Features): number {
  let node = tree;
  while ("feature" in node) node = (features[node.feature] ?? 0) < node.below ? node.left : node.right;
  return node.value;
}
