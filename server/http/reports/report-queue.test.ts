import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { ProblemError } from "../../problem/problem.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { createReportQueue } from "./report-queue.ts";

const nobody: RequestScope = {
  userId: 1,
  email: "",
  isStaff: false,
  role: null,
  permissions: [],
  currentOrganizationId: null,
  organizationIds: [],
  propertyIds: [],
};
const of = (currentOrganizationId: number): RequestScope => ({ ...nobody, currentOrganizationId });

/** A mock request, of which only the identity matters. */
function isRequest(_value: object): _value is FastifyRequest {
  return true;
}

function request(): FastifyRequest {
  const made = {};
  if (!isRequest(made)) throw new Error("never");
  return made;
}

test("a heavy user waits for their own requests, is rejected when too many wait, and does not delay others", async () => {
  const reportQueue = createReportQueue();
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  const rejected: unknown[] = [];
  // Of two active organizations each has its share of the slots.
  await reportQueue.take(request(), of(2), () => Promise.resolve());
  const much = Array.from({ length: 300 }, () => reportQueue.take(request(), of(1), () => held));
  const all = much.map((one) => one.catch((error: unknown) => rejected.push(error)));
  const other = request();
  const within = () => reportQueue.take(other, of(2), () => Promise.resolve("answered"));
  expect(await reportQueue.take(other, of(2), within)).toBe("answered");
  release();
  await Promise.all(all);
  expect(rejected.length).toBeGreaterThan(50);
  expect(rejected.length).toBeLessThan(120);
  for (const error of rejected) expect(error).toMatchObject({ code: "too_many_requests" });
  expect(rejected[0]).toBeInstanceOf(ProblemError);
  expect(await reportQueue.take(request(), of(1), () => Promise.resolve("again"))).toBe("again");
});

test("rejects a request that waits too long without using up another's slot", async () => {
  const reportQueue = createReportQueue(2, 20);
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  let begun = 0;
  const work = () => {
    begun++;
    return held;
  };
  const all = Array.from({ length: 100 }, () =>
    reportQueue.take(request(), of(1), work).then(() => "answered", String),
  );
  const late = await reportQueue.take(request(), of(1), work).catch((error: unknown) => error);
  expect(late).toMatchObject({ code: "unavailable", message: expect.stringContaining("Try again") });
  release();
  const answers = await Promise.all(all);
  expect(answers.filter((answer) => answer === "answered")).toHaveLength(begun);
  expect(begun).toBe(2);
  expect(await reportQueue.take(request(), of(1), () => Promise.resolve("again"))).toBe("again");
});

test("limits a user with many waiting requests to half of their slots while others wait", async () => {
  const reportQueue = createReportQueue(4);
  const ends: (() => void)[] = [];
  const piece = () => new Promise<void>((end) => ends.push(end));
  const settle = () => new Promise((goOn) => setImmediate(goOn));
  await reportQueue.take(request(), of(2), () => Promise.resolve());
  const much = Array.from({ length: 100 }, () => reportQueue.take(request(), of(1), piece));
  await settle();
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await settle();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await settle();
  expect(ends).toHaveLength(3);
  for (let i = 2; i < 100; i++) {
    ends[i]?.();
    await settle();
  }
  await Promise.all(much);
});
