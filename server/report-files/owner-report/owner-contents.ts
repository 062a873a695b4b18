import type { Logo } from "../../leaks-api/photos/re-encode.ts";
import { isByBedrooms } from "../../query/chosen-properties.ts";
import { dayText, localDayAt } from "../../time/local-day.ts";
import { bedroomsText, ofAllUnits } from "../texts/bedrooms.ts";
import { type Formats, formatsFor } from "../texts/formats.ts";
import { caseStates, leakTypes } from "../texts/labels.ts";
import { placeOf } from "../texts/place.ts";
import type { About } from "../workbook/head.ts";
import type { OwnerAnswers } from "./answers.ts";
import { completeness, headline, placesText, previousPeriod, savingsSentences, type Tone } from "./owner-texts.ts";
import { type Thing, thingsToDo } from "./things-to-do.ts";

/** Rows of tables that are printed; of more a sentence says so. */
const [MOST_PROPERTIES, MOST_SAVED] = [20, 8];

/** The company that manages the properties. */
export interface Manager {
  /** Empty: not shown. */
  name: string;
  logo: Logo | null;
}

/** A headline figure. */
export interface Figure {
  name: string;
  value: string;
  /** What it is a part of, or is to be. */
  note: string;
  /** Against the previous period, in words. */
  change: string;
  /** Whether it rose (1) or fell (-1); 0: neither, or it is not known. */
  direction: -1 | 0 | 1;
}

export interface Listing {
  title: string;
  /** Sentences above it. */
  text: string | null;
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  total: readonly string[] | null;
}

/** Months with costs as they are printed, and as numbers for bars; null: not measured. */
export interface Trend {
  title: string;
  text: string;
  months: readonly {
    name: string;
    year: string;
    toilet: number | null;
    other: number | null;
    cells: readonly string[];
  }[];
  /** Names of the rows of figures: toilet leaks, other leaks, all. */
  rows: readonly string[];
  alternative: string;
}

/** All texts and figures of the report. */
export interface OwnerContents {
  title: string;
  of: string;
  places: string;
  period: string;
  prepared: string;
  manager: Manager;
  headline: { text: string; tone: Tone };
  figures: readonly Figure[];
  trend: Trend;
  things: { title: string; list: readonly Thing[]; nothing: string };
  properties: Listing;
  savings: Listing;
  cases: Listing;
  complete: { title: string; text: string; isLow: boolean };
  method: { title: string; text: string };
}

export function ownerContents(about: About, answers: OwnerAnswers, manager: Manager): OwnerContents {
  const { i18n } = about.display.reader;
  const formats = formatsFor(about);
  const [organization, ...others] = about.organizations;
  const dates = { first: formats.day(about.startDate), last: formats.day(about.endDate) };
  return {
    title: i18n._("Owner's report"),
    of: organization === undefined || others.length > 0 ? i18n._("Portfolio") : organization,
    places: [placesText(about), bedroomsText(about.units, i18n)].filter((text) => text !== null).join(" · "),
    period: about.startDate === about.endDate ? dates.last : i18n._("{first} to {last}", dates),
    prepared:
      manager.name === ""
        ? i18n._("Prepared on {day}", { day: formats.day(about.today) })
        : i18n._("Prepared by {manager} on {day}", { manager: manager.name, day: formats.day(about.today) }),
    manager,
    headline: headline(about, answers.costs, formats),
    figures: figures(about, answers, formats),
    trend: trend(about, answers, formats),
    things: {
      title: i18n._("Three things to do"),
      list: thingsToDo(answers, i18n, formats),
      nothing: i18n._("Nothing to do: no leak that lost water in this period needs attention, and all meters report."),
    },
    properties: properties(about, answers, formats),
    savings: regardlessOfBedrooms(about, savings(about, answers, formats)),
    cases: regardlessOfBedrooms(about, cases(about, answers, formats)),
    complete: {
      title: i18n._("Data completeness"),
      ...completeness(about, answers.classes.no_data, formats),
    },
    method: {
      title: i18n._("How the figures are calculated"),
      text: i18n._(
        "Volumes are measured at the meters of units, leaks found by their hours; costs are volumes times the price of each day. Leaks at meters of whole buildings or of irrigation are not in any total.",
      ),
    },
  };
}

function figures(about: About, { costs }: OwnerAnswers, formats: Formats): Figure[] {
  const { overview, display } = about;
  const { i18n } = display.reader;
  const previous = previousPeriod(about);
  const figure = (name: string, value: string, note: string, change: number | null, text = formats.change(change)) => ({
    ...{ name, value, note },
    change:
      change === null
        ? i18n._("No comparison with {previous}", { previous })
        : i18n._("{change} against {previous}", { change: text, previous }),
    direction: directionOf(change),
  });
  const share = overview.leak_percentage_comparison;
  return [
    figure(
      i18n._("Cost of leaks"),
      formats.cost(overview.leak_cost),
      i18n._("of {cost} for all water", { cost: formats.cost(costs.total_cost) }),
      overview.leak_cost_comparison,
    ),
    figure(
      i18n._("Water lost"),
      formats.volumeUnit(overview.gallons_leaked),
      i18n._("of {volume} used", { volume: formats.volumeUnit(overview.gallons_consumed) }),
      overview.gallons_leaked_comparison,
    ),
    figure(
      i18n._("Share of water lost"),
      formats.share(overview.leak_percentage),
      i18n._("the goal is below {share}", { share: "10%" }),
      share,
      share === null ? "" : formats.changeOfShare(share),
    ),
    figure(
      i18n._("Units with a leak"),
      formats.count(overview.units_with_leakage),
      i18n._("of {units, plural, one {# unit} other {# units}}", { units: overview.total_units }),
      overview.units_with_leakage_comparison,
    ),
  ];
}

/** By the rounded figure. */
function directionOf(change: number | null): Figure["direction"] {
  const rounded = Math.round((change ?? 0) * 10);
  return rounded > 0 ? 1 : rounded < 0 ? -1 : 0;
}

function trend({ display }: About, { trend: { points } }: OwnerAnswers, formats: Formats): Trend {
  const { i18n } = display.reader;
  const last = points.at(-1);
  const sign = formats.moneySign;
  const title = i18n._("What leaks cost in the last 12 months");
  return {
    title: sign === "" ? title : `${title} (${sign})`,
    text:
      last === undefined ? "" : i18n._("The last month is counted up to {day}.", { day: formats.day(last.end_date) }),
    months: points.map(
      ({ start_date, toilet_leaks_cost: toilet, other_leaks_cost: other, leak_related_cost: all }) => ({
        name: formats.month(start_date),
        year: formats.year(start_date),
        ...{ toilet, other },
        cells: [toilet, other, all].map(formats.amount),
      }),
    ),
    rows: [i18n._("Toilet leaks"), i18n._("Other leaks"), i18n._("All leaks")],
    alternative: i18n._("Bars of what leaks cost in each month. The table that follows has the same figures."),
  };
}

function properties(about: About, { properties: rows }: OwnerAnswers, formats: Formats): Listing {
  const { overview, display } = about;
  const { i18n } = display.reader;
  const previous = previousPeriod(about);
  const inMeasure = (name: string) => `${name} (${formats.measureSign})`;
  const sorted = rows.toSorted(
    (one, other) =>
      (other.leak_cost ?? -1) - (one.leak_cost ?? -1) || one.property_name.localeCompare(other.property_name),
  );
  const shown = sorted.slice(0, MOST_PROPERTIES);
  return {
    title: i18n._("Properties"),
    text:
      shown.length < rows.length
        ? i18n._("The {shown} properties where leaks cost most, of {all}.", {
            ...{ shown: shown.length, all: formats.count(rows.length) },
          })
        : null,
    headings: [
      i18n._("Property"),
      inMeasure(i18n._("Water used")),
      inMeasure(i18n._("Water lost")),
      i18n._("Share of its water lost"),
      i18n._("Cost of leaks"),
      i18n._("Change of water lost, against {previous}", { previous }),
    ],
    rows: shown.map((row) => [
      row.property_name,
      formats.volume(row.gallons_consumed),
      formats.volume(row.gallons_leaked),
      formats.share(row.leak_percentage),
      formats.cost(row.leak_cost),
      formats.change(row.gallons_leaked_comparison),
    ]),
    total: [
      i18n._("All properties"),
      formats.volume(overview.gallons_consumed),
      formats.volume(overview.gallons_leaked),
      formats.share(overview.leak_percentage),
      formats.cost(overview.leak_cost),
      formats.change(overview.gallons_leaked_comparison),
    ],
  };
}

/** A list that is not limited to the chosen bedrooms, with a sentence about it where some are chosen. */
function regardlessOfBedrooms({ units, display }: About, listing: Listing): Listing {
  if (!isByBedrooms(units)) return listing;
  const scope = ofAllUnits(display.reader.i18n);
  return { ...listing, text: listing.text === null ? scope : `${scope} ${listing.text}` };
}

function savings(about: About, { savings: sums, saved }: OwnerAnswers, formats: Formats): Listing {
  const { i18n } = about.display.reader;
  const labels = leakTypes(i18n);
  const shown = saved.slice(0, MOST_SAVED);
  const more =
    shown.length < saved.length
      ? ` ${i18n._("The {shown} fixes that saved most, of {all}:", { shown: shown.length, all: formats.count(saved.length) })}`
      : "";
  const unknown = shown.some(({ repair_cost }) => repair_cost === null)
    ? ` ${i18n._("A dash stands for a cost that was not reported.")}`
    : "";
  return {
    title: i18n._("Verified savings"),
    text: `${savingsSentences(sums, about, formats)}${unknown}${more}`,
    headings: [
      i18n._("Fixed leak"),
      i18n._("Kind"),
      i18n._("Fixed on"),
      `${i18n._("Water saved")} (${formats.measureSign})`,
      i18n._("Costs saved"),
      i18n._("Cost of the repair"),
      i18n._("Payback"),
    ],
    rows: shown.map((row) => [
      placeOf(row),
      labels[row.leak_type],
      row.fixed_at === null ? "–" : formats.day(dayText(localDayAt(row.time_zone, Date.parse(row.fixed_at)).day)),
      formats.volume(row.gallons_saved),
      formats.cost(row.dollars_saved),
      formats.cost(row.repair_cost),
      row.payback_days === null
        ? "–"
        : i18n._("{days, plural, one {# day} other {# days}}", { days: Math.round(row.payback_days) }),
    ]),
    total: null,
  };
}

function cases(about: About, { cases: all }: OwnerAnswers, formats: Formats): Listing {
  const { i18n } = about.display.reader;
  return {
    title: i18n._("Leak cases of the period by state"),
    text: all.length === 0 ? i18n._("There was no leak case in this period.") : null,
    headings: [i18n._("State"), i18n._("Cases")],
    rows: Object.entries(caseStates(i18n)).flatMap(([state, label]) => {
      const count = all.filter((one) => one.state === state).length;
      return count === 0 ? [] : [[label, formats.count(count)]];
    }),
    total: [i18n._("All cases"), formats.count(all.length)],
  };
}
