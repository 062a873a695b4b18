import { afterEach, expect, test, vi } from "vitest";
import { answerNotificationLinks } from "./notification-links.ts";

/** A field of the page, by whether it is one to fill in. */
class Field extends EventTarget {
  isConnected = true;
  readonly #isFilledIn: boolean;
  constructor(isFilledIn: boolean) {
    super();
    this.#isFilledIn = isFilledIn;
  }
  matches(): boolean {
    return this.#isFilledIn;
  }
}

/** A page where somebody types into a field, and what it does with the link of a notification. */
async function clicked(fields: readonly Field[]) {
  vi.stubGlobal("Element", Field);
  const [worker, page] = [new EventTarget(), new EventTarget()];
  const went: string[] = [];
  answerNotificationLinks(worker, page, (address) => went.push(address));
  for (const field of fields) {
    const typed = new Event("input");
    Object.defineProperty(typed, "target", { value: field });
    page.dispatchEvent(typed);
  }
  return {
    went,
    send: async () => {
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise((resolve) => port1.addEventListener("message", ({ data }) => resolve(data)));
      port1.start();
      worker.dispatchEvent(new MessageEvent("message", { data: "/cases/17", ports: [port2] }));
      return answer.finally(() => port1.close());
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

test("a window in which a report is being typed keeps it, and is not led to a notification's page", async () => {
  const report = new Field(true);
  const { send, went } = await clicked([report]);
  expect(await send()).toBe(false);
  expect(went).toEqual([]);
  // The dialog was closed.
  report.isConnected = false;
  expect(await send()).toBe(true);
  expect(went).toEqual(["/cases/17"]);
});

test("a window in which only a period was chosen goes to a notification's page", async () => {
  const { send, went } = await clicked([new Field(false)]);
  expect(await send()).toBe(true);
  expect(went).toEqual(["/cases/17"]);
});
