import { expect, test } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

/** Work that ends on demand, and which of it is running. */
function openWork() {
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((done) => ends.push(() => done(name)));
  };
  return { work, begun, endNext: () => ends.shift()?.() };
}

test("runs a limited number at once, the rest in order, and rejects those without room", async () => {
  const queue = createWorkQueue(2, 2, "Later.");
  const { work, begun, endNext } = openWork();
  const runs = ["a", "b", "c", "d"].map((name) => queue.run(work(name)));
  await expect(queue.run(work("e"))).rejects.toMatchObject({ code: "unavailable" });
  expect(begun).toEqual(["a", "b"]);
  endNext();
  expect(await runs[0]).toBe("a");
  await expect.poll(() => begun).toEqual(["a", "b", "c"]);
  const late = queue.run(work("f"));
  for (let i = 0; i < 4; i += 1) {
    endNext();
    await runs[i];
  }
  endNext();
  endNext();
  expect(await Promise.all([...runs, late])).toEqual(["a", "b", "c", "d", "f"]);
  expect(begun).toEqual(["a", "b", "c", "d", "f"]);
});

test("releases the slot of failed work", async () => {
  const queue = createWorkQueue(1, 5, "Later.");
  const broken = queue.run(() => Promise.reject(new Error("broken")));
  const next = queue.run(async () => "done");
  await expect(broken).rejects.toThrow("broken");
  expect(await next).toBe("done");
  expect(await queue.run(async () => "again")).toBe("again");
});
