import { type Currency, measureSigns } from "../../../contract/display/measures.ts";
import type { Overview } from "../../../contract/reporting/reporting.ts";
import { localeOf } from "../../language/texts.ts";
import type { BedroomParams } from "../../query/chosen-properties.ts";
import { bedroomsText, ofAllUnits } from "../texts/bedrooms.ts";
import { type Block, bold, type Line } from "./line.ts";
import type { Display } from "./table.ts";

/** What a file is about: what the head of each of its sheets says. */
export interface About {
  organizations: readonly string[];
  properties: readonly string[];
  currencies: readonly Currency[];
  /** Which units the figures are of, by their bedrooms; those of cases, savings and devices are of all. */
  units: BedroomParams;
  /** Local days. */
  startDate: string;
  endDate: string;
  /** Days of each property; where they are in several time zones, fewer than from the first day to the last. */
  days: number;
  /** Whether somewhere the last day is not over. */
  hasToday: boolean;
  /** Of the expected meter-days those that are in, 0 to 1; null: none are expected. */
  coverage: number | null;
  madeAt: Date;
  /** The local day on which it is made, where that began last. */
  today: string;
  display: Display;
  overview: Overview;
}

/** Names of properties that stand in a head; of more their number. */
const MOST_NAMES = 5;

/**
 * Title, organization, period, measure, currency, and when it was made.
 * @param isOfAll whether what follows is of all units, whatever bedrooms are chosen
 */
export function headBlock(title: string, about: About, isOfAll = false): Block {
  const { reader } = about.display;
  const { i18n } = reader;
  const line = (label: string, value: string | number | Date, format?: string): Line => [
    bold(label),
    { value, format },
  ];
  const day = (text: string) => new Date(text);
  const properties =
    about.properties.length > MOST_NAMES
      ? i18n._("{count, plural, one {# property} other {# properties}}", { count: about.properties.length })
      : about.properties.join(", ");
  const units = bedroomsText(about.units, i18n);
  const names = new Intl.DisplayNames(localeOf(i18n), { type: "currency" });
  const currencies = about.currencies.map((code) => `${names.of(code)} (${code})`);
  const lines: Line[] = [
    [{ value: title, isLarge: true }],
    line(i18n._("Organization"), about.organizations.join(", ")),
    line(i18n._("Properties"), properties),
    ...(units === null ? [] : [line(i18n._("Units included"), isOfAll ? ofAllUnits(i18n) : units)]),
    line(i18n._("First day"), day(about.startDate), DAY),
    line(i18n._("Last day"), day(about.endDate), DAY),
    line(i18n._("Volumes in"), `${measureName(about.display)} (${measureSigns[reader.measure]})`),
    line(i18n._("Costs in"), currencies.join(", ")),
    line(i18n._("Meter-days that are in"), about.coverage ?? i18n._("none expected"), "0.0%"),
    line(i18n._("Made (UTC)"), about.madeAt, INSTANT),
  ];
  return { lines, widths: [24, 24] };
}

const DAY = "yyyy-mm-dd";
const INSTANT = "yyyy-mm-dd hh:mm";

function measureName({ reader: { i18n, measure } }: Display): string {
  return {
    gallon: i18n._("gallons"),
    litre: i18n._("liters"),
    "cubic metre": i18n._("cubic meters"),
    "cubic foot": i18n._("cubic feet"),
    CCF: i18n._("hundreds of cubic feet"),
  }[measure];
}
