import { describe, expect, test } from "vitest";
import { address } from "./api.ts";
import { ApiError, notLoaded, sentenceOf } from "./api-error.ts";

test("fills in and escapes path parameters, repeats keys of lists, leaves out undefined", () => {
  const query = { property_id: [1, 2], days_ago: 7, unit_id: undefined, only_active: true };
  expect(address("/meters/{meter}/overview", { meter: "A/1 b" }, query)).toBe(
    "/meters/A%2F1%20b/overview?property_id=1&property_id=2&days_ago=7&only_active=true",
  );
  expect(address("/v1/me", undefined, undefined)).toBe("/v1/me");
});

describe("an error", () => {
  const body = {
    type: "about:blank",
    title: "Some fields are not valid",
    status: 422,
    code: "invalid_fields",
    detail: "Look at the fields.",
    request_id: "r1",
    email: ["Taken."],
  };

  test("carries the server's message and the messages of its fields", () => {
    const error = new ApiError(422, body);
    expect(error).toMatchObject({ code: "invalid_fields", detail: "Look at the fields.", requestId: "r1" });
    expect(error.fields).toEqual({ email: "Taken." });
  });

  test("has a message of its own without a response, or with one that is not JSON", () => {
    expect(new ApiError(0, null).code).toBe("unreachable");
    expect(new ApiError(500, null).code).toBe("unreadable");
    expect(sentenceOf(new TypeError("x is not a function"))).not.toContain("function");
  });

  test("names what failed to load for a server error, and the server's message for a bad request", () => {
    expect(notLoaded("The leaks", new ApiError(503, { detail: "away" }))).toBe("The leaks could not be loaded.");
    expect(notLoaded("The leaks", new ApiError(409, { detail: "Two meters." }))).toBe("Two meters.");
  });
});
