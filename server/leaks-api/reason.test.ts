import { expect, test } from "vitest";
import { programReader, type Reader, readerOf } from "../language/reader.ts";
import type { Measure, OwnHistory, RuleEvidence, RuleName } from "../leaks/state/leak.ts";
import type { AttachedTo } from "../readings/meter-day.ts";
import { reasonOf } from "./reason.ts";

const own: OwnHistory = {
  days: 28,
  usualLowest: 0,
  highestLowest: 300,
  repeatedRun: 12,
  repeatedTwoHours: 31_000,
  repeatedHour: 9_000,
  usualRest: 7,
  usualNight: 41_500,
};

function evidence(rule: RuleName, measure: Measure, value: number, threshold: number): RuleEvidence {
  const window = { windowStart: 0, windowEnd: 86_400_000, hoursMeasured: 24, hoursMissing: 0, lowest: 1200 };
  return { rule, measure, value, threshold, confidence: "medium", suspected: false, own, ...window };
}

const stories: [RuleEvidence, AttachedTo, string, string][] = [
  [
    evidence("continuous", "flow_minutes", 1410, 1320),
    "SPOE",
    "23.5 hours",
    "Water ran for 23.5 hours of the last 24 measured hours; it takes at least 22 hours.",
  ],
  [
    evidence("floor", "lowest_hour", 1200, 550),
    "SPOE",
    "1.2 gallons",
    "The lowest of the last 24 measured hours was 1.2 gal; this meter's own highest such hour in 28 leak-free days was 0.3 gal; it takes at least 0.55 gal.",
  ],
  [
    evidence("long_run", "hours_with_water", 61, 48),
    "SPOE",
    "61 hours",
    "Water ran in each of 61 hours in a row, at least 1.2 gal in every one; this meter's own longest such run that it had twice in 28 leak-free days was 12 hours; it takes at least 48 hours.",
  ],
  [
    evidence("often", "heavy_points", 102, 100),
    "SPOE",
    "10.2 points",
    "Hours of heavy use, 1.2 gal and more, came so often in the last 24 measured hours that they add up to 10.2 points (one for each, two for hours at one rate, fewer when there is more ordinary use than usual); it takes at least 10 points.",
  ],
  [
    { ...evidence("burst", "burst_hour", 62_000, 49_600), hoursMeasured: 2 },
    "SPOE",
    "62 gallons",
    "2 hours in a row had at least 62 gal each; this meter's own highest such figure that it had twice in 28 leak-free days was 31 gal; it takes at least 49.6 gal.",
  ],
  [
    { ...evidence("burst", "burst_hour", 45_000, 49_600), hoursMeasured: 4 },
    "SPOE",
    "45 gallons",
    "4 hours in a row had at least 45 gal each; this meter's own highest such figure that it had twice in 28 leak-free days was 31 gal; it takes at least 49.6 gal to begin with.",
  ],
  [
    { ...evidence("burst", "burst_hour", 62_000, 20_000), hoursMeasured: 1 },
    "Toilet",
    "62 gallons",
    "62 gal ran in a single hour; this meter's own highest such figure that it had twice in 28 leak-free days was 9 gal; it takes at least 20 gal.",
  ],
  [
    evidence("toilet_running", "draw_minutes", 45, 30),
    "Toilet",
    "45 minutes",
    "In one hour water ran for 45 minutes with hardly a draw; it takes at least 30 minutes.",
  ],
  [
    evidence("no_rest", "longest_rest", 1, 3),
    "Toilet",
    "1 hours",
    "In the last 24 measured hours the toilet never rested for longer than 1 hour at a time; this meter's own usual such rest in 28 leak-free days was 7 hours; it takes at most 3 hours.",
  ],
  [
    evidence("building", "night_hour", 75_000, 61_500),
    "Building",
    "75 gallons",
    "On most of the last nights the lowest hour between two and five was at least 75 gal; this meter's own usual such hour in 28 leak-free days was 41.5 gal; it takes at least 61.5 gal.",
  ],
];

test.each(stories)("%j on %s is %s", (found, point, amount, sentence) => {
  const reason = reasonOf(found, point, programReader);
  expect(reason.sentence).toBe(sentence);
  expect(`${reason.value} ${reason.unit}`).toBe(amount);
});

test("mentions missing hours, a meter without history, and a suspicion", () => {
  const base = evidence("new_meter", "lowest_hour", 1200, 900);
  expect(reasonOf({ ...base, own: null, hoursMissing: 1 }, "SPOE", programReader)).toMatchObject({
    sentence:
      "The lowest of the last 24 measured hours was 1.2 gal; it takes at least 0.9 gal. The meter has too little history of its own yet. 1 hour between them was not measured.",
    own_history: null,
  });
  const burst = { ...evidence("burst", "burst_hour", 62_000, 49_600), suspected: true, hoursMissing: 2 };
  expect(reasonOf(burst, "SPOE", programReader).sentence).toMatch(
    / 2 hours between them were not measured\. Too early to call it a leak: it is suspected\.$/,
  );
});

test("is written in the reader's language and measure", () => {
  const floor = { ...evidence("floor", "lowest_hour", 1200, 550), hoursMissing: 2 };
  const burst = { ...evidence("burst", "burst_hour", 62_000, 49_600), hoursMeasured: 2 };
  const sentences = (reader: Reader) => [floor, burst].map((one) => reasonOf(one, "SPOE", reader).sentence);
  expect(sentences(readerOf({ language: "en", measure: "litre" }))).toEqual([
    "The lowest of the last 24 measured hours was 4.5 L; this meter's own highest such hour in 28 leak-free days was 1.1 L; it takes at least 2.1 L. 2 hours between them were not measured.",
    "2 hours in a row had at least 235 L each; this meter's own highest such figure that it had twice in 28 leak-free days was 117 L; it takes at least 188 L.",
  ]);
  const drip = reasonOf({ ...floor, value: 100, own: null }, "SPOE", readerOf({ language: "en", measure: "CCF" }));
  expect(drip.sentence).toMatch(/^The lowest of the last 24 measured hours was 0\.0001 CCF;/);
  expect(sentences(readerOf({ language: "es", measure: "gallon" }))).toEqual([
    "La más baja de las últimas 24 horas medidas fue de 1.2 gal; la más alta de esas horas de este medidor en 28 días sin fugas fue de 0.3 gal; hacen falta al menos 0.55 gal. 2 horas entre ellas no se midieron.",
    "2 horas seguidas tuvieron al menos 62 gal cada una; la cifra más alta de este medidor que se dio dos veces en 28 días sin fugas fue de 31 gal; hacen falta al menos 49.6 gal.",
  ]);
});
