import { expect, test, vi } from "vitest";
import { noteSent } from "./note-sent.ts";

const LEASE_MS = 120_000;
/** How long an attempt takes at a database that takes connections and does not respond. */
const ATTEMPT_MS = 10_000;

/** Notes at a database that is away for so long. @returns how long it took, and whether it was noted */
async function note(awayMs: number) {
  let now = 0;
  const work = async () => {
    if (now >= awayMs) return;
    now += ATTEMPT_MS;
    throw Object.assign(new Error("the database system is starting up"), { code: "57P03" });
  };
  const isNoted = await noteSent(LEASE_MS, () => now, work).then(
    () => true,
    () => false,
  );
  return { isNoted, now };
}

test("waits for a database that is away until the lease ends, however long an attempt takes", async () => {
  expect(await note(LEASE_MS - ATTEMPT_MS)).toEqual({ isNoted: true, now: LEASE_MS - ATTEMPT_MS });
  expect(await note(Number.POSITIVE_INFINITY)).toEqual({ isNoted: false, now: LEASE_MS });
});

test("fails at once on an error of another kind", async () => {
  const work = vi.fn(() => Promise.reject(new Error("no such column")));
  await expect(noteSent(LEASE_MS, () => 0, work)).rejects.toThrow("no such column");
  expect(work).toHaveBeenCalledTimes(1);
});
