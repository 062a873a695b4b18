import { describe, expect, test } from "vitest";
import { gather, ring } from "./gather.ts";
import { boxAround, MAP_RATIO, shareOf, wholeCountry } from "./map-box.ts";
import { placeOnMap } from "./projection.ts";
import { stateCode } from "./state-code.ts";
import { states } from "./states.ts";

const boxOf = (code: string) => {
  const found = states.find((state) => state.code === code);
  if (found === undefined) throw new Error(`No shape of ${code}.`);
  return found.box;
};

describe("places", () => {
  // Covers maps-1
  test.for([
    ["IL", 41.97, -87.66],
    ["TX", 30.24, -97.76],
    ["WA", 47.61, -122.3],
    ["MA", 42.37, -71.03],
    ["FL", 25.77, -80.19],
    // Small, or at an edge: a scale that is a little off puts them elsewhere.
    ["RI", 41.82, -71.41],
    ["DE", 39.74, -75.55],
    ["ME", 44.9, -67.0],
    ["AK", 61.19, -149.88],
    ["HI", 21.3, -157.85],
  ] as const)("a point in %s is within the shape's box", ([code, latitude, longitude]) => {
    const point = placeOnMap(latitude, longitude);
    const { across, down } = shareOf(boxOf(code), point ?? { x: Number.NaN, y: Number.NaN });
    expect(across).toBeGreaterThan(0);
    expect(across).toBeLessThan(1);
    expect(down).toBeGreaterThan(0);
    expect(down).toBeLessThan(1);
  });

  test("an unknown place or one outside of the fifty states has no position", () => {
    expect(placeOnMap(null, null)).toBeNull();
    expect(placeOnMap(40, null)).toBeNull();
    expect(placeOnMap(48.86, 2.35)).toBeNull();
  });

  test("has the fifty states and the District of Columbia, each once", () => {
    expect(new Set(states.map(({ code }) => code)).size).toBe(51);
    expect(states).toHaveLength(51);
  });
});

test("finds a state by its letters or its name, as addresses have them", () => {
  expect([" tx", "Texas", "new york", "NY", "Ontario", "", "constructor"].map(stateCode)).toEqual([
    "TX",
    "TX",
    "NY",
    "NY",
    null,
    null,
    null,
  ]);
});

describe("the part of the map that is shown", () => {
  const width = ({ left, right }: { left: number; right: number }) => right - left;

  // Covers maps-4
  test("contains the given places, keeps the map's shape and stays within the country", () => {
    for (const codes of [["TX"], ["RI"], ["WA", "FL"], ["AK"], ["HI", "ME"], ["MA", "NY", "PA"]]) {
      const boxes = codes.map(boxOf);
      const shown = boxAround(boxes);
      expect(width(shown) / (shown.bottom - shown.top), String(codes)).toBeCloseTo(MAP_RATIO, 6);
      for (const box of boxes) {
        expect(shown.left, String(codes)).toBeLessThanOrEqual(box.left);
        expect(shown.right, String(codes)).toBeGreaterThanOrEqual(box.right);
        expect(shown.top, String(codes)).toBeLessThanOrEqual(box.top);
        expect(shown.bottom, String(codes)).toBeGreaterThanOrEqual(box.bottom);
      }
      expect(shown.left).toBeGreaterThanOrEqual(wholeCountry.left - 1e-6);
      expect(shown.right).toBeLessThanOrEqual(wholeCountry.right + 1e-6);
    }
  });

  test("does not zoom in on a small state so far that its location is unclear", () => {
    expect(width(boxAround([boxOf("RI")]))).toBe(160);
  });

  test("shows the whole country for no places, and for places at all ends", () => {
    expect(boxAround([])).toEqual(wholeCountry);
    expect(boxAround(["WA", "ME", "FL", "HI", "AK"].map(boxOf))).toEqual(wholeCountry);
  });
});

describe("points in one place", () => {
  const at = (x: number, y: number) => ({ x, y });

  test("are grouped; points further away stay apart, in their order", () => {
    const found = gather([at(0, 0), at(50, 0), at(3, 4), at(0, 0), at(50, 9.9)], 10);
    expect(found.map(({ points }) => points.length)).toEqual([3, 2]);
    expect(found[0]?.points[1]).toEqual(at(3, 4));
    expect(gather([at(0, 0), at(10, 0)], 10)).toHaveLength(2);
  });

  // Covers maps-3
  test("are arranged in a ring without overlapping", () => {
    expect(ring(1, 16)).toEqual([at(0, 0)]);
    for (const count of [2, 3, 6]) {
      const places = ring(count, 16);
      const gaps = places.flatMap((one, place) =>
        places.slice(place + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
      );
      expect(Math.min(...gaps)).toBeCloseTo(16, 6);
    }
  });
});
