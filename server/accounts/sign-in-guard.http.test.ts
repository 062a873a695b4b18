import { beforeEach, expect, test } from "vitest";
import { createSignInGuard, type SignInGuard } from "./sign-in-guard.ts";

const HOUR = 3_600_000;
let now: number;
let guard: SignInGuard;

beforeEach(() => {
  now = 0;
  guard = createSignInGuard(() => now);
});

/** Attempts until one has to wait; how many went ahead, and how long the next has to wait. */
function fail(email: (i: number) => string, address: (i: number) => string) {
  for (let i = 0; i < 1000; i += 1) {
    const wait = guard.begin(email(i), address(i));
    if (wait !== null) return { let: i, wait: wait.seconds };
  }
  return { let: 1000, wait: 0 };
}

test("an account is slowed down from whatever address it is tried", () => {
  expect(
    fail(
      () => "a@example.com",
      (i) => `10.0.0.${i}`,
    ),
  ).toEqual({ let: 6, wait: 2 });
  expect(guard.begin("b@example.com", "10.0.0.1")).toBeNull();
});

test("an address is slowed down whatever account it tries", () => {
  expect(
    fail(
      (i) => `person${i}@example.com`,
      () => "10.0.0.1",
    ),
  ).toEqual({ let: 31, wait: 2 });
  expect(guard.begin("person1@example.com", "10.0.0.2")).toBeNull();
});

test("a home's many addresses of IPv6 are one", () => {
  const failed = fail(
    (i) => `person${i}@example.com`,
    (i) => `2001:db8:0:7::${i.toString(16)}`,
  );
  expect(failed).toEqual({ let: 31, wait: 2 });
  expect(guard.begin("person1@example.com", "2001:db8:0:8::1")).toBeNull();
});

test("each further failure doubles the wait, up to a quarter of an hour", () => {
  const waits: number[] = [];
  for (let i = 0; i < 14; i += 1) {
    const { wait } = fail(
      () => "a@example.com",
      () => `10.0.0.${i}`,
    );
    waits.push(wait);
    now += wait * 1000;
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900]);
});

test("people who sign in rightly do not use up what their office may fail", () => {
  for (let i = 0; i < 500; i += 1) {
    expect(guard.begin(`person${i}@example.com`, "10.0.0.1")).toBeNull();
    guard.succeeded(`person${i}@example.com`, "10.0.0.1");
  }
  const others = fail(
    (i) => `other${i}@example.com`,
    () => "10.0.0.1",
  );
  expect(others.let).toBe(31);
});

test("failures are forgotten after an hour of quiet", () => {
  const attempts = () =>
    fail(
      () => "a@example.com",
      (i) => `10.0.0.${i}`,
    );
  expect(attempts().let).toBe(6);
  now += HOUR;
  expect(attempts().let).toBe(1);
  now += HOUR + 1;
  expect(attempts().let).toBe(6);
});

test("a flood of made-up accounts does not grow the memory without end", () => {
  fail(
    () => "a@example.com",
    () => "10.0.0.1",
  );
  for (let i = 0; i < 15_000; i += 1) guard.begin(`made-up${i}@example.com`, `2001:db8:${i.toString(16)}::1`);
  expect(guard.begin("a@example.com", "10.0.0.1")).toBeNull();
});

test("of those held back the first is told from the rest, again after each attempt that went ahead", () => {
  const attempt = (address: string) => guard.begin("a@example.com", address);
  for (let i = 0; i < 6; i += 1) expect(attempt("10.0.0.1")).toBeNull();
  const held = [attempt("10.0.0.1"), attempt("10.0.0.2"), attempt("10.0.0.1")];
  expect(held.map((hold) => hold?.isFirst)).toEqual([true, false, false]);
  now += 2000;
  expect(attempt("10.0.0.2")).toBeNull();
  expect(attempt("10.0.0.2")).toEqual({ seconds: 4, isFirst: true });
  expect(attempt("10.0.0.2")).toEqual({ seconds: 4, isFirst: false });
});
