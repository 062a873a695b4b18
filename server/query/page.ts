import { ProblemError } from "../problem/problem.ts";

/** The requested page of a list; 1 is the first. */
export interface PageParams {
  page: number;
  page_size: number;
  /** How many of the first rows are left out; left out: none. */
  offset?: number | undefined;
}

export interface Page<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

/** A page beyond the end of its list, such as after rows were removed. The response has the number of the last page. */
export class BeyondLastPage extends ProblemError {
  readonly lastPage: number;

  constructor(page: number, lastPage: number) {
    const sentence = `There is no page ${page}: the last one is ${lastPage}.`;
    super("not_found", sentence, { page: [sentence] });
    this.lastPage = lastPage;
  }
}

/**
 * A page of a list of `count` rows, those left out at the front included, with the URLs of its neighbours: the
 * requested URL with another `page`, every other parameter kept. The first page of an empty list is one, too.
 * @throws BeyondLastPage
 */
export function pageOf<T>(url: string, params: PageParams, count: number, results: T[]): Page<T> {
  const last = Math.max(1, Math.ceil((count - (params.offset ?? 0)) / params.page_size));
  if (params.page > last) throw new BeyondLastPage(params.page, last);
  return {
    count,
    next: params.page < last ? withParam(url, "page", params.page + 1) : null,
    previous: params.page > 1 ? withParam(url, "page", params.page - 1) : null,
    results,
  };
}

/** The rows of the requested page, of rows in memory. */
export function slicePage<T>(rows: readonly T[], params: PageParams): T[] {
  return rows.slice((params.page - 1) * params.page_size, params.page * params.page_size);
}

/** An address with one parameter set, every other kept. */
export function withParam(url: string, name: string, value: number): string {
  const end = url.includes("?") ? url.indexOf("?") : url.length;
  // A query may have further question marks.
  const parameters = new URLSearchParams(url.slice(end + 1));
  parameters.set(name, String(value));
  return `${url.slice(0, end)}?${parameters}`;
}
