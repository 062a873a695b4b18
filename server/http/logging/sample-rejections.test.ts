import { expect, test } from "vitest";
import { sampleRejections } from "./sample-rejections.ts";

function setUp() {
  const clock = { now: 1000 };
  return { clock, sampler: sampleRejections(() => clock.now) };
}

test("logs one rejected request a second per source, with the count of the others", () => {
  const { clock, sampler } = setUp();
  expect([sampler.take("a"), sampler.take("a"), sampler.take("a"), sampler.take("b")]).toEqual([0, null, null, 0]);
  clock.now += 1000;
  expect([sampler.take("a"), sampler.take("a"), sampler.take("b")]).toEqual([2, null, 0]);
});

test("reports the count of a flood once after its end", () => {
  const { clock, sampler } = setUp();
  for (let i = 0; i < 5; i++) sampler.take("a");
  sampler.take("b");
  expect(sampler.sweep()).toEqual([]);
  clock.now += 1000;
  expect(sampler.sweep()).toEqual([{ source: "a", count: 4 }]);
  clock.now += 1000;
  expect(sampler.sweep()).toEqual([]);
  expect(sampler.take("a")).toBe(0);
});

test("a reported count replaces the line of its second", () => {
  const { clock, sampler } = setUp();
  sampler.take("a");
  sampler.take("a");
  clock.now += 1000;
  sampler.sweep();
  expect(sampler.take("a")).toBeNull();
  clock.now += 1000;
  expect(sampler.take("a")).toBe(1);
});

test("a flood from very many sources is logged as one beyond a limit", () => {
  const { clock, sampler } = setUp();
  const logged = Array.from({ length: 10_000 }, (_, i) => sampler.take(`source ${i}`)).filter((one) => one !== null);
  expect(logged).toHaveLength(201);
  clock.now += 1000;
  expect(sampler.sweep()).toEqual([{ source: "other networks", count: 9799 }]);
});
