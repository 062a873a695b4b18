import type { Draws } from "../leaks/draws.ts";
import type { Features } from "./features.ts";

const TREES = 100;
const SAMPLE = 256;

type Node = { size: number } | { feature: number; below: number; left: Node; right: Node };

/**
 * Isolation forest (Liu, Ting and Zhou, ICDM 2008): what random cuts part from the rest after few of them is unusual.
 * @returns the score of a point, 0 to 1, higher for more unusual ones
 */
export function isolationForest(points: readonly Features[], random: Draws): (point: Features) => number {
  const depth = Math.ceil(Math.log2(SAMPLE));
  const trees = Array.from({ length: TREES }, () => {
    const sample = Array.from({ length: SAMPLE }, () => points[Math.floor(random.uniform() * points.length)] ?? []);
    return grow(sample, depth, random);
  });
  return (point) => {
    const path = trees.reduce((sum, tree) => sum + pathLength(tree, point), 0) / TREES;
    return 2 ** (-path / usualPath(SAMPLE));
  };
}

function grow(points: readonly Features[], depth: number, random: Draws): Node {
  const feature = Math.floor(random.uniform() * (points[0]?.length ?? 0));
  const values = points.map((point) => point[feature] ?? 0);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (depth === 0 || points.length < 2 || low === high) return { size: points.length };
  const below = random.between(low, high);
  const isLeft = (point: Features) => (point[feature] ?? 0) < below;
  return {
    feature,
    below,
    left: grow(points.filter(isLeft), depth - 1, random),
    right: grow(
      points.filter((point) => !isLeft(point)),
      depth - 1,
      random,
    ),
  };
}

function pathLength(tree: Node, point: Features): number {
  let [node, length] = [tree, 0];
  while ("feature" in node) {
    node = (point[node.feature] ?? 0) < node.below ? node.left : node.right;
    length++;
  }
  return length + usualPath(node.size);
}

/** Mean path in a search tree of so many points. */
function usualPath(size: number): number {
  return size < 2 ? 0 : 2 * (Math.log(size - 1) + 0.5772156649) - (2 * (size - 1)) / size;
}
