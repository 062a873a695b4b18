// Covers validation-1, admin-forms-22

import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultPreferences, preferences } from "../../../../../contract/accounts/preferences.ts";
import {
  defaultThresholds,
  fieldErrors,
  orderErrors,
  type ThresholdTexts,
  textsOf,
  thresholdsOf,
} from "./threshold-rules.ts";

const server = preferences.shape.device_health_thresholds;
const texts = (changed: Partial<ThresholdTexts>): ThresholdTexts => ({ ...textsOf(defaultThresholds), ...changed });

function serverMessages(value: unknown): string[] {
  const read = server.safeParse(value);
  return read.success ? [] : read.error.issues.map(({ message }) => message);
}

test("has the server's defaults, which are valid", () => {
  expect(defaultThresholds).toEqual(defaultPreferences.device_health_thresholds);
  expect(thresholdsOf(textsOf(defaultThresholds))).toEqual(defaultThresholds);
});

const bound = fc.integer({ min: 0, max: 100 });
const pair = fc.tuple(bound, bound);

test("gives the server's messages for any whole percents", () => {
  fc.assert(
    fc.property(fc.record({ healthy: pair, warning: pair, critical: pair }), (value) => {
      const messages = orderErrors(textsOf(value)).map(({ message }) => message);
      expect(messages.toSorted()).toEqual(serverMessages(value).toSorted());
      expect(thresholdsOf(textsOf(value))).toEqual(messages.length === 0 ? value : null);
    }),
    { numRuns: 2000 },
  );
});

test.for([
  ["healthy_min", "", undefined],
  ["healthy_max", " ", undefined],
  ["warning_min", "-1", -1],
  ["warning_max", "101", 101],
  ["critical_max", "84.5", 84.5],
  ["critical_min", "none", "none"],
  ["critical_min", "1e1", "1e1"],
] as const)("rejects %s of '%s' with the server's message", ([field, text, value]) => {
  const [health, end] = [field.slice(0, field.indexOf("_")), field.endsWith("_min") ? 0 : 1];
  const input = Object.fromEntries(
    Object.entries(defaultThresholds).map(([name, range]) => [
      name,
      name === health ? range.map((known, place) => (place === end ? value : known)) : range,
    ]),
  );
  expect(serverMessages(input)).toContain(fieldErrors(texts({ [field]: text }))[field]);
  expect(thresholdsOf(texts({ [field]: text }))).toBeNull();
});

test("does not check the order of a field that is not a number", () => {
  expect(orderErrors(texts({ warning_max: "x" }))).toEqual([]);
});
