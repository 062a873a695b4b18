import { gallonsIn, measureSigns } from "../../../contract/display/measures.ts";
import type { ReportKind } from "../../../contract/notifications/report-kinds.ts";
import { moneyText, volumeFigure } from "../../language/reader.ts";
import { localeOf } from "../../language/texts.ts";
import type { MadeReport } from "../../report-files/make-report.ts";
import { formatsFor } from "../../report-files/texts/formats.ts";
import type { About } from "../../report-files/workbook/head.ts";
import { escapeHtml, factsTable, htmlPage, type RenderedMail } from "../messages/mail-page.ts";
import type { Changed, KeyFigure } from "./key-figures.ts";

export interface ReportMail {
  kind: ReportKind;
  made: MadeReport;
  /** What changed since an earlier mail; null: it corrects none. */
  changed: readonly Changed[] | null;
  /** Too large to be sent. */
  isLeftOut: boolean;
  /** Address of the page with the same figures; null: its reader cannot sign in. */
  page: string | null;
  /** Address of the page by which its reader ends it. */
  unsubscribe: string;
}

/** Changes that are listed; of more their number. */
const MOST_CHANGES = 12;

/** The mail with a report: its figures, and what was changed since the mail that it corrects. */
export function reportMail(mail: ReportMail): RenderedMail {
  const { made, changed, page, unsubscribe, isLeftOut } = mail;
  const { about } = made;
  const { i18n } = about.display.reader;
  const places = placesText(about);
  const days = daysText(about);
  const title = titleOf(mail.kind, about);
  const subject = lineOf(
    changed === null
      ? i18n._("{title}: {places}, {days}", { title, places, days })
      : i18n._("Corrected: {title}: {places}, {days}", { title, places, days }),
  );
  const facts = factsOf(about);
  const sentences = [
    ...(changed === null
      ? []
      : isLeftOut
        ? [i18n._("Figures changed by more than 2 % after this report was sent. What changed:")]
        : [
            i18n._(
              "Figures changed by more than 2 % after this report was sent. The attached file is up to date. What changed:",
            ),
          ]),
    ...changesOf(changed ?? [], about),
  ];
  const file = isLeftOut
    ? i18n._("The report is too large to attach. Download it in Dripline.")
    : i18n._("The full report is attached: {name}", { name: made.name });
  const coverage = coverageText(about);
  const open = i18n._("Open it in Dripline:");
  const end = i18n._("Unsubscribe from this report:");
  return {
    subject,
    text: [
      `${title}\n${places}\n${days}`,
      sentences.join("\n"),
      facts.map(({ name, value }) => `${name}: ${value}`).join("\n"),
      coverage,
      file,
      ...(page === null ? [] : [`${open}\n${page}`]),
      "—",
      `${end}\n${unsubscribe}`,
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
    html: htmlPage(
      subject,
      [
        `<h1>${escapeHtml(title)}</h1>`,
        `<p class="where">${escapeHtml(places)}<br>${escapeHtml(days)}</p>`,
        ...sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
        factsTable(facts),
        ...[coverage, file].filter((part) => part !== "").map((part) => `<p>${escapeHtml(part)}</p>`),
        ...(page === null
          ? []
          : [`<p><a class="button" href="${escapeHtml(page)}">${escapeHtml(i18n._("Open in Dripline"))}</a></p>`]),
      ],
      `<div class="foot"><p><a href="${escapeHtml(unsubscribe)}">${escapeHtml(i18n._("Unsubscribe from this report"))}</a></p></div>`,
      i18n,
    ),
  };
}

function titleOf(kind: ReportKind, { display }: About): string {
  const { i18n } = display.reader;
  return {
    "owner report": i18n._("Owner's Report"),
    "portfolio workbook": i18n._("Water and leaks of the portfolio"),
    "leak list": i18n._("Leaks"),
    "device health": i18n._("Devices at the end of the period"),
  }[kind];
}

function placesText({ organizations, properties, display }: About): string {
  const { i18n } = display.reader;
  const [only, ...others] = properties;
  if (only !== undefined && others.length === 0) return only;
  const count = i18n._("{count, plural, one {# property} other {# properties}}", { count: properties.length });
  return organizations.length === 1 ? `${organizations[0]}, ${count}` : count;
}

function daysText({ startDate, endDate, display }: About): string {
  const day = (text: string) =>
    new Date(`${text}T00:00:00Z`).toLocaleDateString(localeOf(display.reader.i18n), {
      timeZone: "UTC",
      dateStyle: "medium",
    });
  return startDate === endDate ? day(startDate) : `${day(startDate)} – ${day(endDate)}`;
}

function coverageText({ coverage, display }: About): string {
  const { i18n } = display.reader;
  if (coverage === null) return i18n._("No meter was expected to report in this period.");
  return i18n._("{share} of the expected meter-days are in.", {
    share: coverage.toLocaleString(localeOf(i18n), { style: "percent", maximumFractionDigits: 1 }),
  });
}

function factsOf(about: About): { name: string; value: string }[] {
  const figures = ["gallons_consumed", "gallons_leaked", "leak_percentage", "leak_cost", "units_with_leakage"] as const;
  return figures.map((field) => ({
    name: nameOf(field, about.display),
    value: textOfValue(field, about.overview[field], about),
  }));
}

function changesOf(changed: readonly Changed[], about: About): string[] {
  const { display } = about;
  const { i18n } = display.reader;
  const lines = changed.slice(0, MOST_CHANGES).map(({ property, field, before, value }) => {
    const name = `${property === null ? "" : `${property.name}, `}${nameOf(field, display)}`;
    const [was, is] = [textOfValue(field, before, about), textOfValue(field, value, about)];
    if (before === null) return i18n._("{name}: {after}, not measured before", { name, after: is });
    if (value === null) return i18n._("{name}: no longer measured, {before} before", { name, before: was });
    return i18n._("{name}: {after}, not {before}", { name, after: is, before: was });
  });
  const more = changed.length - lines.length;
  return more === 0
    ? lines
    : [...lines, i18n._("{more, plural, one {# more figure changed.} other {# more figures changed.}}", { more })];
}

type Display = About["display"];

function nameOf(field: KeyFigure["field"], { reader: { i18n } }: Display): string {
  return {
    gallons_consumed: i18n._("Water used"),
    gallons_leaked: i18n._("Water lost"),
    leak_percentage: i18n._("Share of water lost"),
    leak_cost: i18n._("Cost of leaks"),
    units_with_leakage: i18n._("Units with a leak"),
  }[field];
}

function textOfValue(field: KeyFigure["field"], value: number | null, about: About): string {
  const { reader, money } = about.display;
  const { i18n, measure } = reader;
  if (value === null) return i18n._("not measured");
  const locale = localeOf(i18n);
  if (field === "units_with_leakage") return value.toLocaleString(locale);
  if (field === "leak_percentage") return formatsFor(about).share(value);
  if (field === "leak_cost") return moneyText(value, money, i18n);
  const digits = measure === "gallon" || measure === "litre" ? 0 : 2;
  return `${volumeFigure(value / gallonsIn(measure), digits, i18n)} ${measureSigns[measure]}`;
}

/** On one line, whatever names have in them. */
function lineOf(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
