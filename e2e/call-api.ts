import type { Page } from "playwright-core";

/** Makes a call as the page's user, from the page that is open, and gives its answer. */
export async function ask(page: Page, method: string, path: string, body?: unknown) {
  return page.evaluate(
    async ([way, address, text]) => {
      const headers = text === null ? undefined : { "Content-Type": "application/json" };
      const answer = await fetch(address, { method: way, headers, body: text });
      const json: Record<string, never> = await answer.json();
      return { status: answer.status, json };
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );
}
