import type { Page } from "playwright-core";
import type { LeakRow } from "../../contract/reporting/reporting.ts";
import type { Account } from "../accounts.ts";

/** A leak of the demo and where it is, for addresses that name one. */
export interface Known {
  leak: LeakRow;
  /** Id of the costliest leak case. */
  caseId: number;
}

/** A screen or a dialog on it, as the demo shows it. */
export interface Screen {
  name: string;
  as: Account;
  path: (known: Known) => string;
  /** Waits until what the screen is for stands there. */
  ready: (page: Page) => Promise<void>;
  /** The calls without which it has nothing to say; `figureCalls` where not given. */
  calls?: RegExp;
}

/** The period in which the demo has figures of every kind. */
export const month = "period=last-30-days";

/** The demo's biggest leak of the last 30 days that the page's user sees. */
export async function knownLeak(page: Page): Promise<Known> {
  const answer = await page.request.get(
    "/v1/reporting/leak-report/leak-overview?days_ago=30&ordering=-gallons_leaked&page_size=10",
  );
  const { results }: { results: LeakRow[] } = await answer.json();
  const leak = results.find(({ unit_id }) => unit_id !== null);
  if (leak === undefined) throw new Error("The demo has no leak in a unit.");
  const cases = await page.request.get("/v1/cases?state=open&page_size=1");
  const [first]: { id: number }[] = (await cases.json()).results;
  if (first === undefined) throw new Error("The demo has no open leak case.");
  return { leak, caseId: first.id };
}

/** Waits until the text stands on the screen. */
export const textIn = (text: RegExp | string) => async (page: Page) => {
  await page.getByRole("main").getByText(text).first().waitFor();
};

/** Waits until a report has its figures. */
export const figures = textIn(/gal leaked|No leak found/);

/** Waits until the dialog is open. */
export const dialog = (name: string) => async (page: Page) => {
  await page.getByRole("dialog", { name }).waitFor();
};

/** Every call that a screen makes for its figures; not who is signed in. */
export const figureCalls = /\/v1\/(reporting|leaks|cases|alerts|properties|inventory)/;
