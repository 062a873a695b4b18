import { z } from "zod";
import { type Call, call, file } from "../call/call.ts";
import { type Language, languages } from "../display/languages.ts";
import { type Measure, measures } from "../display/measures.ts";
import { pathsOf } from "./file-columns.ts";

export const fileType = z.enum(["csv", "xlsx"]);
export type FileType = z.infer<typeof fileType>;

/** Calls whose rows can be had as a file: lists and charts that a reporting permission opens. */
type Table =
  | `GET /v1/reporting/${string}`
  | "GET /v1/leaks"
  | "GET /v1/alerts"
  | "GET /v1/cases"
  | "GET /v1/properties/{property_id}/occupancy";
const TABLE = /^GET \/v1\/(reporting\/.+|leaks|alerts|cases|properties\/\{property_id\}\/occupancy)$/;

type Rows = readonly object[] | { results: readonly object[] } | { points: readonly object[] };
/** Names of the fields of a row. */
type Field<R> = R extends readonly (infer Row)[]
  ? keyof Row & string
  : R extends { results: infer List } | { points: infer List }
    ? Field<List>
    : never;
type AsFile<Q, R> = Omit<Q, "page" | "page_size" | "offset"> & {
  file_type: FileType;
  headings?: "screen" | "fields" | undefined;
  measure?: Measure | undefined;
  language?: Language | undefined;
  columns?: readonly Field<R>[] | undefined;
};
type NoSlash<K extends string> = K extends `${infer Path}/` ? Path : K;

/** Of each list among calls its export: the same parameters without pages. */
export type ExportCalls<C> = {
  [K in keyof C & Table as C[K] extends Call<infer _P, infer _Q, infer _B, infer R>
    ? z.output<R> extends Rows
      ? `${NoSlash<K>}/export`
      : never
    : never]: C[K] extends Call<infer P, infer Q, infer _B, infer R>
    ? Call<P, z.ZodType<AsFile<z.output<Q>, z.output<R>>, AsFile<z.input<Q>, z.output<R>>>, z.ZodUndefined, typeof file>
    : never;
};

/** Media types of workbooks and of documents. */
export const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export const PDF = "application/pdf";
const MEDIA = ["text/csv", SPREADSHEET];
const asFile = fileType.describe(
  "csv: text in UTF-8 with commas. xlsx: a spreadsheet with typed numbers and days, instants in UTC.",
);

const asHeaded = z
  .enum(["screen", "fields"])
  .optional()
  .describe(
    "screen: titles, rounding and words as Dripline's screens have them, and the totals that they show. fields: names of fields and values as in the answers. Default: screen.",
  );

const inMeasure = z
  .enum(measures)
  .optional()
  .describe("In which volumes are written; the headings say it. Default: gallon, as in the answers.");

const inLanguage = z
  .enum(languages)
  .optional()
  .describe("Language of headings, labels and totals as on the screens, and of sentences: en or es. Default: en.");

/** The row of a list, or the point of a chart; null: what a call answers is neither. */
export function rowOf({ response }: Call): z.ZodObject | null {
  const list = response instanceof z.ZodObject ? (response.shape.results ?? response.shape.points) : response;
  return list instanceof z.ZodArray && list.element instanceof z.ZodObject ? list.element : null;
}

/** The call whose rows an export holds. @param name such as `GET /v1/leaks/export` */
export function tableOf<C extends object>(calls: C, name: string): (keyof C & string) | null {
  const path = name.replace(/\/export$/, "");
  for (const table of [path, `${path}/`]) if (path !== name && isKey(calls, table)) return table;
  return null;
}

function isKey<C extends object>(calls: C, name: string): name is keyof C & string {
  return Object.hasOwn(calls, name);
}

/** The exports of all lists among `calls`, so that a list that joins the contract has one by itself. */
export function exportsOf<C extends Readonly<Record<string, Call>>>(calls: C): ExportCalls<C> {
  const made: Record<string, Call> = {};
  for (const [name, table] of Object.entries<Call>(calls)) {
    const row = TABLE.test(name) ? rowOf(table) : null;
    if (row === null) continue;
    made[`${name.replace(/\/$/, "")}/export`] = call({
      access: table.access,
      summary: `All rows as a file: ${table.summary}`,
      ...(table.params === undefined ? {} : { params: table.params }),
      query: asFileOf(row, table.query),
      response: file,
      media: MEDIA,
    });
  }
  if (!isMade(calls, made)) throw new Error("A list of the contract has no export.");
  return made;
}

/** The link that the compiler cannot draw: what was made of the lists among `calls` are their exports. */
function isMade<C extends object>(calls: C, made: Record<string, Call>): made is ExportCalls<C> & Record<string, Call> {
  return Object.keys(made).every((name) => tableOf(calls, name) !== null);
}

/**
 * A list's query without its pages, and with what its file is to be; what is checked beyond single fields stays.
 * @param row of the list
 */
function asFileOf(row: z.ZodObject, query: z.ZodType | undefined): z.ZodType {
  const own = {
    file_type: asFile,
    headings: asHeaded,
    measure: inMeasure,
    language: inLanguage,
    columns: columnsOf(row),
  };
  if (query === undefined) return z.strictObject(own);
  if (!(query instanceof z.ZodObject)) throw new Error("The query of a list must be an object.");
  const { page: _page, page_size: _size, offset: _offset, ...shape } = query.shape;
  return query.clone({ ...query.def, shape: { ...shape, ...own } });
}

function columnsOf(row: z.ZodObject) {
  return z
    .preprocess(
      (value) => (value === undefined || Array.isArray(value) ? value : [value]),
      z
        .array(z.enum(pathsOf(row)))
        .min(1)
        .refine((names) => new Set(names).size === names.length, "columns must name each field once.")
        .meta({ uniqueItems: true })
        .optional(),
    )
    .describe(
      "Only these fields of a row, in this order; may be repeated, each once. An object has a column for each of its fields, named with a dot. Default: all, in the order of the answer.",
    );
}
