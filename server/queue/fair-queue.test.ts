import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

test("leaves slots for others, and serves waiting work round robin", async () => {
  const line = createFairQueue(3, () => 2);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (whose: number, name: string) =>
    line.run(whose, async () => {
      started.push(name);
      await new Promise<void>((end) => ends.set(name, end));
    });
  const all = [add(1, "a1"), add(1, "a2"), add(1, "a3"), add(1, "a4"), add(2, "b1"), add(2, "b2"), add(3, "c1")];
  const settle = () => new Promise((go) => setImmediate(go));
  await settle();
  expect(started).toEqual(["a1", "a2", "b1"]);
  ends.get("a1")?.();
  await settle();
  expect(started.at(-1)).toBe("a3");
  ends.get("b1")?.();
  await settle();
  expect(started.at(-1)).toBe("b2");
  for (const name of ["a2", "a3"]) ends.get(name)?.();
  await settle();
  expect(started).toEqual(["a1", "a2", "b1", "a3", "b2", "c1", "a4"]);
  for (const name of ["b2", "c1", "a4"]) ends.get(name)?.();
  await Promise.all(all);
});

test("releases the slot of failed work", async () => {
  const line = createFairQueue(1, () => 1);
  await expect(line.run(1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await line.run(1, () => Promise.resolve("yes"))).toBe("yes");
});
