import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

/** A window by how it answers a notification's link; null: it does not. */
type Window = boolean | null;

/** The service worker with a browser around it that keeps what is done. */
function worker(windows: Window[] = []) {
  const done: unknown[] = [];
  const listeners = new Map<string, (event: object) => void>();
  let work: Promise<unknown> = Promise.resolve();
  const clientOf = (answer: Window) => ({
    postMessage: (address: string, [port]: [MessagePort]) => {
      done.push(["sent", address]);
      if (answer !== null) port.postMessage(answer);
    },
    focus: async () => done.push(["focus"]),
  });
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    location: new URL("https://water.example.com/service-worker.js"),
    registration: { showNotification: async (title: string, options: object) => done.push([title, options]) },
    clients: { matchAll: async () => windows.map(clientOf), openWindow: async (to: string) => done.push(["open", to]) },
  };
  const inTime = (run: () => void) => setTimeout(run, 100);
  const world = createContext({ self, URL, MessageChannel, setTimeout: inTime });
  runInContext(readFileSync("web/public/service-worker.js", "utf8"), world);
  return {
    done,
    fire: async (name: string, event: object) => {
      listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
      await work;
    },
  };
}

const message = {
  title: "Toilet leak: 101",
  text: "3 gallons an hour",
  link: "https://anywhere.example/cases/17?a=1",
  tag: "case 17",
};

test("shows a push message, and replaces that about the same", async () => {
  const { done, fire } = worker();
  await fire("push", { data: { json: () => message } });
  expect(done).toMatchObject([["Toilet leak: 101", { body: "3 gallons an hour", tag: "case 17", renotify: true }]]);
});

const sent = ["sent", "/cases/17?a=1"];

test.each<[Window[], unknown[]]>([
  [[], [["open", "/cases/17?a=1"]]],
  [[true], [sent, ["focus"]]],
  [[false], [sent, ["open", "/cases/17?a=1"]]],
  [[null], [sent, ["open", "/cases/17?a=1"]]],
])("a click with windows that answer %j opens its page, of this site alone", async (windows, wanted) => {
  const { done, fire } = worker(windows);
  await fire("notificationclick", { notification: { close: () => {}, data: { link: message.link } } });
  expect(done).toEqual(wanted);
});
