import { expect, test } from "vitest";
import { Draws } from "../leaks/draws.ts";
import { hoursOf } from "../readings/hours.ts";
import { householdRegisters } from "../testing/household.ts";
import { boostedTrees } from "./boosted-trees.ts";
import { featuresOf } from "./features.ts";
import { isolationForest } from "./isolation-forest.ts";

const random = new Draws(1);
const cloud = Array.from({ length: 1000 }, () => [random.uniform(), random.uniform(), random.uniform()]);

test("an isolation forest scores a point far from the others higher", () => {
  const score = isolationForest(cloud, new Draws(2));
  const usual = cloud.slice(0, 50).map(score);
  expect(score([3, 3, 3])).toBeGreaterThan(Math.max(...usual));
  expect(score([0.5, 0.5, 0.5])).toBeLessThan(0.5);
});

test("boosted trees learn a boundary that no single feature shows", () => {
  const label = ([a = 0, b = 0]: readonly number[]) => (a > 0.5 !== b > 0.5 ? 1 : 0);
  const score = boostedTrees(cloud.map((features) => ({ features, label: label(features) })));
  const fresh = Array.from({ length: 500 }, () => [random.uniform(), random.uniform(), random.uniform()]);
  const right = fresh.filter((point) => score(point) > 0 === (label(point) === 1)).length;
  expect(right / fresh.length).toBeGreaterThan(0.93);
});

test("features need a week of own days, and look only backwards", () => {
  const hours = hoursOf(householdRegisters(Date.UTC(2016, 2, 1), 40), "Europe/Madrid");
  const features = featuresOf(hours);
  expect(features).toHaveLength(hours.length);
  expect(features.slice(0, 9 * 24).every((one) => one === null)).toBe(true);
  expect(features.slice(12 * 24).every((one) => one?.every(Number.isFinite))).toBe(true);
  expect(featuresOf(hours.slice(0, 700)).slice(0, 690)).toEqual(features.slice(0, 690));
});
