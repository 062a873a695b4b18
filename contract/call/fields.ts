import { z } from "zod";

const PLAIN_INTEGER = /^(0|-?[1-9]\d{0,15})$/;
const PLAIN_DECIMAL = /^-?(0|[1-9]\d{0,15})(\.\d{1,9})?$/;

/**
 * A whole number in a path or a query, written in plain digits. Nothing else is coerced to a number; it stays a string
 * and is rejected: an empty value is not 0, `1e3` not 1000, `07` not 7 and `50.0` not 50. In bodies numbers are JSON
 * numbers.
 */
export function written<T extends z.ZodType>(schema: T) {
  return numberWritten(PLAIN_INTEGER, schema);
}

/** The same for a number that may have decimals, such as `12.50`. */
export function writtenDecimal<T extends z.ZodType>(schema: T) {
  return numberWritten(PLAIN_DECIMAL, schema);
}

function numberWritten<T extends z.ZodType>(pattern: RegExp, schema: T) {
  return z.preprocess((value) => (typeof value === "string" && pattern.test(value) ? Number(value) : value), schema);
}

/** A row's id in an address or a query: a positive whole number. */
export const id = written(z.number().int().positive());

/** A row's id in a body: a number, never a text that looks like one. */
export const bodyId = z.number().int().positive();

/** A query parameter that may be repeated: `property_id=1&property_id=2`. At most 1,000 of them. */
export const ids = z.preprocess(
  (value) => (value === undefined || Array.isArray(value) ? value : [value]),
  z.array(id).min(1).max(1000).optional(),
);

/** A local calendar day, `yyyy-MM-dd`. */
export const date = z.iso.date();

/** Days outside of these years are slips of the pen; the database and the calendar part ways over some of them. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];

/** Whether a day or an instant, as ISO text, lies in a year that can be meant. */
export function isLikelyYear(text: string): boolean {
  const year = Number(text.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** A local calendar day in a request. @param message what to do about an invalid one */
export function dayOf(message: string) {
  return z.iso.date({ error: message, abort: true }).refine(isLikelyYear, message);
}

/** An instant with its UTC offset in a request. @param message what to do about an invalid one */
export function instantOf(message: string) {
  return z.iso.datetime({ offset: true, error: message, abort: true }).refine(isLikelyYear, message);
}

/**
 * Control characters, bidirectional overrides, and letters and spaces without a width: with them a name can imitate
 * another one, show nothing, or change how the line around it reads. The zero-width joiners are not among them: scripts
 * and emoji need them.
 */
const HIDDEN =
  /\p{Cc}|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f/u;

/** What to do about a name with such a character; null: it has none. */
export function hiddenIn(text: string): string | null {
  const [found] = HIDDEN.exec(text) ?? [];
  if (found === undefined) return null;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `It has an invisible character (U+${code}). Type it again without it.`;
}

/** A name, or another short text on one line, that a person gives to something. */
export const givenName = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const message = hiddenIn(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  });

/** A serial number that is given to a device. */
export const newSerial = givenName
  .min(1, "Give a serial number.")
  .max(100, "A serial number has at most 100 characters.");

/**
 * A number with its unit of measure, given as `x-unit` in the OpenAPI document and in brackets in the header row of
 * exported tables. Counts need none.
 */
const measured = (unit: string) => z.number().meta({ "x-unit": unit });

/** Whole thousandths are kept inside; on the wire a volume is gallons with at most three decimals. */
export const gallons = measured("gallons");
export const dollars = measured("dollars");
/** Per hundred, such as leak gallons of a hundred gallons. */
export const percent = measured("percent");
export const minutes = measured("minutes");

export const hours_kept_from = date
  .nullable()
  .describe("The first local day whose hours are kept; older ones are archived and not in the answer. null: all days.");

export const days_kept_from = date
  .nullable()
  .describe(
    "The first local day with data of meters and units, if older days were archived and dropped; those are in sums of whole properties only. null: all days.",
  );

/** A flag in a query: only `true` and `false`. */
export const flag = z.enum(["true", "false"]).transform((value) => value === "true");

const DAYS_AGO = "days_ago must be 0, 1, 7 or 30.";

/**
 * The days a report covers, counted in each property's own time zone. `days_ago` 1, 7 or 30: that many complete days
 * up to yesterday; 0: today so far. Or `start_date` and `end_date`, both included. Neither: yesterday.
 */
const period = {
  days_ago: written(z.union([z.literal(0), z.literal(1), z.literal(7), z.literal(30)], DAYS_AGO))
    .optional()
    .describe(
      "1, 7 or 30: that many complete days up to yesterday, in each property's own time zone; 0: today so far. Default, without dates: yesterday.",
    ),
  start_date: dayOf("start_date must be a day such as 2026-01-31.")
    .optional()
    .describe("First local day of the period, in place of days_ago; with end_date."),
  end_date: dayOf("end_date must be a day such as 2026-01-31.")
    .optional()
    .describe("Last local day of the period, included; at most two years after start_date."),
};

/** Which properties a report covers; within what the caller may see. */
export const places = {
  organization_id: ids.describe(
    "Only properties of these organizations; may be repeated. Default: all in the caller's scope.",
  ),
  property_id: ids.describe("Only these properties; may be repeated. Default: all in the caller's scope."),
};

/** Checks that the two dates of a period come together, in order, and span at most two years. */
export function checkPeriod(
  value: { days_ago?: number | undefined; start_date?: string | undefined; end_date?: string | undefined },
  context: { addIssue(issue: { code: "custom"; path: string[]; message: string }): void },
) {
  const { days_ago, start_date, end_date } = value;
  if ((start_date === undefined) !== (end_date === undefined)) {
    const missing = start_date === undefined ? "start_date" : "end_date";
    context.addIssue({ code: "custom", path: [missing], message: "Give start_date and end_date together." });
  }
  if (days_ago !== undefined && (start_date !== undefined || end_date !== undefined)) {
    context.addIssue({ code: "custom", path: ["days_ago"], message: "Give either days_ago or dates, not both." });
  }
  if (start_date === undefined || end_date === undefined) return;
  // What is no day is reported as such; it has no order either.
  if (!date.safeParse(start_date).success || !date.safeParse(end_date).success) return;
  if (start_date > end_date) {
    context.addIssue({ code: "custom", path: ["start_date"], message: "start_date cannot be later than end_date." });
  } else if (Date.parse(end_date) - Date.parse(start_date) > 731 * 86_400_000) {
    context.addIssue({ code: "custom", path: ["start_date"], message: "Request at most two years at once." });
  }
}

/** The fields that every report takes. */
export const reportShape = { ...period, ...places };
export const reportFilters = z.strictObject(reportShape).superRefine(checkPeriod);

/** A page of a list: 1 is the first. */
export const paging = {
  page: written(z.number().int().min(1).max(1_000_000)).default(1).describe("Which page; 1 is the first."),
  page_size: written(z.number().int().min(1).max(50)).default(10).describe("Rows on a page."),
};

/** For who has the first rows of a list already: they are not sent again. */
export const offset = written(z.number().int().min(0).max(50))
  .default(0)
  .describe("Number of first rows to leave out: the first page begins after them. count is of all rows.");

/**
 * Days or hours, at a call that has one of them by its path: who sends the same parameters to every call may name it, and
 * the other one is rejected rather than answered with something else.
 */
export function granularityOf<const G extends "day" | "hour">(own: G) {
  return z
    .enum([own], `This call has figures by the ${own}: granularity_type must be ${own}, or left out.`)
    .optional()
    .describe(`Resolution of the figures; only ${own} here, which is the default.`);
}

/** An ordering by one of `fields` (leading minus: descending); default: `first`. */
export function orderingBy<const F extends readonly string[]>(fields: F, first: F[number] | `-${F[number]}`) {
  const orderings: (F[number] | `-${F[number]}`)[] = fields.flatMap((field: F[number]) => [
    field,
    `-${field}` as const,
  ]);
  return z
    .enum(orderings)
    .optional()
    .transform((chosen) => chosen ?? first)
    .describe(`Field by which the rows are sorted, with a leading minus descending. Default: ${first}.`);
}

/** The fields of every list query over a period: period, places, paging and an ordering by one of `fields`. */
export function listShape<const F extends readonly string[]>(fields: F, first: F[number] | `-${F[number]}`) {
  return { ...period, ...places, ...paging, ordering: orderingBy(fields, first) };
}

/** A page of results; `next` and `previous` are the addresses of the neighbouring pages, null at the ends. */
export function paged<T extends z.ZodType>(row: T) {
  return z.object({
    count: z.number().int().describe("Number of rows on all pages."),
    next: z.string().nullable().describe("URL of the next page; null: this is the last."),
    previous: z.string().nullable().describe("URL of the previous page; null: this is the first."),
    results: z.array(row).describe("The rows of this page."),
  });
}

/** Beside a page of leaks. */
export const outside_units_count = z
  .number()
  .int()
  .describe(
    "Number of rows on all pages that are of a building or irrigation meter instead of a unit; sums of units exclude them.",
  );

/** Beside a page of leaks. */
export const outside_units_without_price = z
  .number()
  .int()
  .describe(
    "Number of these whose dollars are at the default price on the last day of the period, because their organization has no price for it.",
  );

/** Problem details (RFC 9457), with an error code for programs and a message for people. */
export const problem = z.looseObject({
  type: z.string(),
  title: z.string().describe("The kind of problem, in a few words."),
  status: z.number().int().describe("The status of the answer."),
  code: z.string().describe("The kind of problem, for programs; it stays the same."),
  detail: z.string().describe("What is wrong and what to do, in a sentence for people."),
  request_id: z.string().describe("Id of the request in the server's log and the audit log."),
  last_page: z
    .number()
    .int()
    .optional()
    .describe("The last page of the list, if a page beyond it was requested; otherwise omitted."),
});
export type Problem = z.infer<typeof problem>;
