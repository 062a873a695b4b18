import type { FinanceCosts } from "../../../contract/costs/finances.ts";
import type { Savings } from "../../../contract/portfolio/portfolio-savings.ts";
import type { Formats } from "../texts/formats.ts";
import type { About } from "../workbook/head.ts";

export type Tone = "better" | "worse" | "even" | "unknown";

/** Below this share of meter-days read, figures do not cover all the water. */
const ENOUGH_READ = 0.8;

/** "the previous 30 days" */
export function previousPeriod({ days, display }: About): string {
  return display.reader.i18n._("{days, plural, one {the previous day} other {the previous # days}}", { days });
}

/** Dollars rounded as they are printed, so that differences match the printed figures. */
function printed(dollars: number): number {
  return Math.abs(dollars) < 10 ? Math.round(dollars * 100) / 100 : Math.round(dollars);
}

/** Better or worse, in dollars, in one sentence; neither where the two periods cannot be compared. */
export function headline(about: About, costs: FinanceCosts, { cost }: Formats): { text: string; tone: Tone } {
  const { i18n } = about.display.reader;
  const { leak_related_cost: now, previous_period_cost: before } = costs;
  const previous = previousPeriod(about);
  if (now === null) {
    const units = about.overview.total_units;
    const text = i18n._(
      "There is nothing to report: no water of {units, plural, one {# unit} other {# units}} was measured.",
      { units },
    );
    return { text, tone: "unknown" };
  }
  const what = now === 0 ? i18n._("no leak cost anything") : i18n._("leaks cost {cost}", { cost: cost(now) });
  if (before === null) {
    const text = about.hasToday
      ? i18n._("So far {what}. Not compared with {previous}: today is not over.", { what, previous })
      : i18n._("In this period {what}. Not compared with {previous}: too few meter-days were read in one of the two.", {
          ...{ what, previous },
        });
    return { text, tone: "unknown" };
  }
  const difference = printed(now) - printed(before);
  const by = cost(Math.abs(difference));
  if (Math.abs(difference) < 0.005) {
    return { text: i18n._("Unchanged: {what}, as in {previous}.", { what, previous }), tone: "even" };
  }
  return difference > 0
    ? { text: i18n._("Worse: {what}, {by} more than in {previous}.", { what, by, previous }), tone: "worse" }
    : { text: i18n._("Better: {what}, {by} less than in {previous}.", { what, by, previous }), tone: "better" };
}

/** "5 properties with 262 units", "12 properties of 3 organizations with 900 units" */
export function placesText({ overview, organizations, display }: About): string {
  const { i18n } = display.reader;
  const { total_properties: properties, total_units: units } = overview;
  return organizations.length > 1
    ? i18n._(
        "{properties, plural, one {# property} other {# properties}} of {organizations} organizations with {units, plural, one {# unit} other {# units}}",
        { properties, organizations: organizations.length, units },
      )
    : i18n._(
        "{properties, plural, one {# property} other {# properties}} with {units, plural, one {# unit} other {# units}}",
        { properties, units },
      );
}

/** What share of the meter-days was read, and what is missing or assumed. */
export function completeness(about: About, noData: number, formats: Formats): { text: string; isLow: boolean } {
  const { overview, coverage, endDate, hasToday, display } = about;
  const { i18n } = display.reader;
  const { meter_days_read: read, meter_days_expected: expected, last_reading_date: last } = overview;
  const isLow = coverage !== null && coverage < ENOUGH_READ && !hasToday;
  const isLate = last !== null && last < endDate && !hasToday;
  const days = { read: formats.count(read), expected: formats.count(expected) };
  const sentences = [
    isLow
      ? i18n._("Only {read} of {expected} meter-days were read, so some of the water is missing here.", days)
      : i18n._("{read} of {expected} meter-days were read.", days),
  ];
  if (hasToday) sentences.push(i18n._("So far: today is not over."));
  if (isLate) sentences.push(i18n._("Last reading: {day}.", { day: formats.day(last) }));
  if (noData > 0) {
    sentences.push(i18n._("At {noData, plural, one {# property} other {# properties}} no meter reported.", { noData }));
  }
  const units = overview.units_without_price;
  if (units > 0) {
    sentences.push(
      i18n._(
        "No water rate is set for {units, plural, one {# unit} other {# units}}: their costs use the default rate.",
        { units },
      ),
    );
  }
  return { text: sentences.join(" "), isLow: isLow || isLate };
}

/** What verified fixes saved, what their repairs cost, and what became of the period's fixes. */
export function savingsSentences({ fixes, verified, ended }: Savings, about: About, formats: Formats): string {
  const { i18n } = about.display.reader;
  const { cases } = verified;
  const sentences = [
    cases === 0
      ? i18n._("No verified fix saved water in this period.")
      : i18n._(
          "{cases, plural, one {# verified fix} other {# verified fixes}} saved {volume}, {cost}, in this period.",
          {
            ...{
              cases,
              volume: formats.volumeUnit(verified.gallons_saved),
              cost: formats.cost(verified.dollars_saved),
            },
          },
        ),
  ];
  if (verified.repair_cost > 0) {
    sentences.push(
      i18n._("The repairs among them that were made in this period cost {cost}.", {
        cost: formats.cost(verified.repair_cost),
      }),
    );
  }
  if (fixes.verified + fixes.waiting + fixes.failed > 0) {
    sentences.push(
      i18n._(
        "Of the fixes made in this period {verified} verified, {waiting} waiting for the meter, {failed} failed.",
        {
          ...fixes,
        },
      ),
    );
  }
  if (ended.cases > 0) {
    sentences.push(
      i18n._("{ended, plural, one {# leak ended on its own} other {# leaks ended on their own}}, which is no saving.", {
        ended: ended.cases,
      }),
    );
  }
  return sentences.join(" ");
}
