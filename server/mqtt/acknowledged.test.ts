import { createServer } from "node:net";
import { Aedes } from "aedes";
import { afterEach, expect, test, vi } from "vitest";
import { startMqttClient, type Take } from "./mqtt-client.ts";
import { keepLog } from "./testing/log.ts";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A broker that records which messages were acknowledged, and our client connected to it. */
async function connected(take: Take) {
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const acknowledged: number[] = [];
  broker.on("ack", (packet) => acknowledged.push(Number(packet.messageId)));
  const subscribed = new Promise<void>((done) => broker.on("subscribe", () => done()));
  const settings = { username: undefined, password: undefined, clientId: "test", share: undefined };
  const client = startMqttClient({ ...settings, url: `mqtt://127.0.0.1:${port}` }, take, keepLog());
  open.push(
    () => new Promise<void>((done) => server.close(() => done())),
    () => new Promise<void>((done) => broker.close(done)),
    () => client.stop(),
  );
  await subscribed;
  const publish = (payload: string) =>
    new Promise<void>((done) => {
      const packet = { cmd: "publish", dup: false, retain: false, qos: 1 } as const;
      broker.publish({ ...packet, topic: "dripline/1/G1/readings", payload }, () => done());
    });
  return { acknowledged, publish };
}

/** Messages whose storing the test completes or fails. */
function heldTake() {
  const held = new Map<string, { store: () => void; fail: () => void }>();
  const take: Take = (_topic, payload) =>
    new Promise((store, fail) => {
      held.set(payload.toString(), { store, fail: () => fail(new Error("no database")) });
    });
  return { take, held };
}

test("acknowledges each message when it is stored, not before", async () => {
  const { take, held } = heldTake();
  const { acknowledged, publish } = await connected(take);
  await publish("one");
  await publish("two");
  await vi.waitFor(() => expect([...held.keys()]).toEqual(["one", "two"]), { timeout: 30_000 });
  held.get("two")?.store();
  await vi.waitFor(() => expect(acknowledged).toHaveLength(1), { timeout: 30_000 });
  held.get("one")?.store();
  await vi.waitFor(() => expect(acknowledged).toHaveLength(2), { timeout: 30_000 });
  // The second was acknowledged first: had the first been acknowledged on arrival, it would come before it.
  expect(acknowledged[0]).toBeGreaterThan(Number(acknowledged[1]));
});

test("control: detects a handler that acknowledges too early", async () => {
  const { take, held } = heldTake();
  const { acknowledged, publish } = await connected((topic, payload) => {
    void take(topic, payload, false);
    return Promise.resolve();
  });
  await publish("one");
  await publish("two");
  await vi.waitFor(() => expect(acknowledged).toHaveLength(2), { timeout: 30_000 });
  expect(held.size).toBe(2);
  expect(acknowledged[0]).toBeLessThan(Number(acknowledged[1]));
});

test("redelivers what could not be stored, without acknowledging meanwhile", async () => {
  const { take, held } = heldTake();
  const { acknowledged, publish } = await connected(take);
  await publish("one");
  await publish("two");
  await vi.waitFor(() => expect(held.size).toBe(2), { timeout: 30_000 });
  const [one, two] = [held.get("one"), held.get("two")];
  held.clear();
  one?.fail();
  await vi.waitFor(() => expect([...held.keys()].sort()).toEqual(["one", "two"]), { timeout: 30_000 });
  // Stored after its connection was gone: the acknowledgement might be taken for another message's.
  two?.store();
  expect(acknowledged).toEqual([]);
  held.get("one")?.store();
  held.get("two")?.store();
  await vi.waitFor(() => expect(acknowledged).toHaveLength(2), { timeout: 30_000 });
});

test("limits messages in progress, and processes all of them", async () => {
  const { take, held } = heldTake();
  const { acknowledged, publish } = await connected(take);
  for (let i = 0; i < 40; i++) await publish(`${i}`);
  await vi.waitFor(() => expect(held.size).toBeGreaterThanOrEqual(8), { timeout: 30_000 });
  expect(held.size).toBe(8);
  while (acknowledged.length < 40) {
    for (const [key, one] of held) {
      one.store();
      held.delete(key);
    }
    await new Promise(setImmediate);
  }
  expect(new Set(acknowledged).size).toBe(40);
});
