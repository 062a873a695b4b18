import { describe, expect, test } from "vitest";
import { cellAfter, type HeatLine } from "./heat-lines.ts";
import { type HeatScale, heatLevel, heatRanges } from "./heat-scale.ts";

const scale: HeatScale = { steps: [10, 50, 100, 250], hue: "leak" };

describe("shades", () => {
  // Covers maps-5
  test("start where the scale starts; no water has a shade of its own", () => {
    const values = [0, 0.001, 9.999, 10, 49.9, 50, 100, 249, 250, 9000];
    expect(values.map((value) => heatLevel(value, scale))).toEqual([0, 1, 1, 2, 2, 3, 4, 4, 5, 5]);
  });

  test("are absent where nothing was measured", () => {
    expect(heatLevel(null, scale)).toBeNull();
  });

  test("have text labels", () => {
    expect(heatRanges(scale, String)).toEqual(["under 10", "10 to 50", "50 to 100", "100 to 250", "250 and more"]);
  });
});

describe("keys", () => {
  const row = (id: number): HeatLine => ({
    kind: "row",
    id,
    name: String(id),
    values: [],
    partial: new Set(),
    total: null,
  });
  const heading: HeatLine = { kind: "heading", name: "Floor" };
  const lines = [heading, row(101), row(102), heading, row(201), row(202)];
  const walk = (keys: readonly string[], line = 1, column = 1) =>
    keys.reduce((cell, key) => cellAfter(key, cell, lines, 7) ?? cell, { line, column });

  test("skip headings in both directions", () => {
    expect(walk(["ArrowDown", "ArrowDown"])).toEqual({ line: 4, column: 1 });
    expect(walk(["ArrowUp"], 4)).toEqual({ line: 2, column: 1 });
  });

  test("stop at the edges", () => {
    expect(walk(["ArrowUp"])).toEqual({ line: 1, column: 1 });
    expect(walk(["PageDown", "End", "ArrowRight"])).toEqual({ line: 5, column: 7 });
    expect(walk(["PageUp", "Home", "ArrowLeft"], 5, 3)).toEqual({ line: 1, column: 0 });
  });

  test("other keys do nothing", () => {
    expect(cellAfter("a", { line: 1, column: 1 }, lines, 7)).toBeNull();
  });
});
