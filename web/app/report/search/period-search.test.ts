import { describe, expect, test } from "vitest";
import { lastDays } from "./period-search.ts";

const now = "2024-03-11";
const params = { start_date: "2024-03-11", end_date: "2024-03-11" };

describe("the days to offer instead of empty ones", () => {
  test("end with the last reading", () => {
    expect(lastDays("2024-01-31", params, now)).toMatchObject({ start_date: "2024-01-02", end_date: "2024-01-31" });
  });

  test("end with yesterday when the last reading came today", () => {
    expect(lastDays(now, params, now)).toMatchObject({ start_date: "2024-02-10", end_date: "2024-03-10" });
  });

  test("are today where those 30 days are the empty ones", () => {
    const empty = { start_date: "2024-02-10", end_date: "2024-03-10" };
    expect(lastDays(now, empty, now)).toMatchObject({ start_date: now, end_date: now });
  });
});
