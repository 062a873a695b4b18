import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** The colours (#rrggbb) that a scheme's block names. */
function colours(scheme: "light" | "dark"): Map<string, string> {
  const block = css.split(`[data-mantine-color-scheme="${scheme}"] {`)[1]?.split("}")[0] ?? "";
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", value = ""]) => [name, value]));
}

/** WCAG 2.2 relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["page", "surface", "surface-sunken", "surface-hover", "surface-marked"];
const texts = grounds.flatMap((ground) => ["text", "text-muted", "text-faint", "brand"].map((ink) => [ink, ground]));
const statuses = ["healthy", "warning", "critical", "online", "offline", "unknown"];
const rankings = ["ranking-red", "ranking-yellow", "ranking-green"];
const badges = [...statuses, ...rankings, "brand"].map((name) => [name, `${name}-soft`]);

describe.each(["light", "dark"] as const)("%s", (scheme) => {
  const all = colours(scheme);
  const ratio = (ink: string, ground: string) => contrast(all.get(ink) ?? "#000000", all.get(ground) ?? "#000000");

  test.each([...texts, ...badges, ["on-brand", "brand"], ["text-muted", "brand-soft"]])(
    "%s on %s is readable (4.5)",
    (ink, ground) => {
      expect(ratio(ink, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  const series = [...all.keys()].filter((name) => name.startsWith("series-"));
  test.each(series)("%s has a contrast of at least 3 to the surface", (name) => {
    expect(ratio(name, "surface")).toBeGreaterThanOrEqual(3);
  });
});

test("both color schemes define the same colors", () => {
  expect([...colours("dark").keys()]).toEqual([...colours("light").keys()]);
  expect(colours("light").size).toBeGreaterThan(30);
});
