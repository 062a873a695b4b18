import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ComparisonBadge } from "./ComparisonBadge.tsx";
import { HealthBadge } from "./HealthBadge.tsx";
import { StatusBadge } from "./StatusBadge.tsx";

/** The token of a badge's text colour, and its label. */
function look(badge: ReactElement): [string | undefined, string] {
  const markup = renderToStaticMarkup(badge);
  return [/--ink:var\(--([\w-]+)\)/.exec(markup)?.[1], markup.replaceAll(/<[^>]*>/g, "")];
}

// Covers gateways-5
test("colors online green, offline and delayed red, anything else grey, each with its label", () => {
  expect(
    ["online", "offline", "delayed", "unknown", "in repair"].map((status) =>
      look(createElement(StatusBadge, { status })),
    ),
  ).toEqual([
    ["online", "Online"],
    ["offline", "Offline"],
    ["offline", "Delayed"],
    ["unknown", "Unknown"],
    ["unknown", "In repair"],
  ]);
});

// Covers states-1
test("colors a healthy ratio blue, a warning orange, a critical one red, each with its label", () => {
  expect(
    (["healthy", "warning", "critical", null] as const).map((health) => look(createElement(HealthBadge, { health }))),
  ).toEqual([
    ["healthy", "Healthy"],
    ["warning", "Warning"],
    ["critical", "Critical"],
    ["unknown", "No data"],
  ]);
});

// Covers states-16
test("colors more water than before red, less green, the same grey", () => {
  const badge = (value: number, unit: "%" | "pp") => look(createElement(ComparisonBadge, { value, unit }));
  expect([badge(12, "%"), badge(-3, "pp"), badge(0, "%")]).toEqual([
    ["critical", "+12%"],
    ["online", "-3 pp"],
    ["unknown", "0%"],
  ]);
});

// Covers states-16
test("where more is better, colors more green with + and less red with -", () => {
  const badge = (value: number) => look(createElement(ComparisonBadge, { value, unit: "%", moreIs: "good" }));
  expect([badge(11.1), badge(-3), badge(0)]).toEqual([
    ["online", "+11.1%"],
    ["critical", "-3%"],
    ["unknown", "0%"],
  ]);
});
