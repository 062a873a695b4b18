import { describe, expect, test } from "vitest";
import { deviceName, isPhone } from "./device-name.ts";
import { lastSeen } from "./last-seen.ts";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)";

describe("the browser of a user agent", () => {
  test.for([
    [`${windows} Chrome/126.0.0.0 Safari/537.36`, "Chrome on Windows"],
    [`${windows} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, "Edge on Windows"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox on Linux"],
    [`${mac} Version/17.5 Safari/605.1.15`, "Safari on a Mac"],
    [`${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`, "Safari on an iPhone"],
    [`${iPhone} CriOS/126.0 Mobile/15E148 Safari/604.1`, "Chrome on an iPhone"],
    [`${android} Chrome/126.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
    ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36", "Chrome on ChromeOS"],
    ["curl/8.5.0", "A program"],
    ["", "A program"],
  ] as const)("%s", ([userAgent, name]) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  // Covers profile-9
  test("is a phone or not", () => {
    expect(isPhone(`${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`)).toBe(true);
    expect(isPhone(`${android} Chrome/126.0.0.0 Mobile Safari/537.36`)).toBe(true);
    expect(isPhone(`${windows} Chrome/126.0.0.0 Safari/537.36`)).toBe(false);
  });
});

describe("the last use of a session", () => {
  const now = Date.parse("2026-06-02T14:00:00.000Z");
  test.for([
    ["2026-06-02T14:00:10.000Z", "now"],
    ["2026-06-02T13:58:30.000Z", "now"],
    ["2026-06-02T13:57:00.000Z", "3 min ago"],
    ["2026-06-02T10:55:00.000Z", "3 h 5 min ago"],
    ["2026-06-01T14:01:00.000Z", "23 h 59 min ago"],
  ] as const)("%s: %s", ([instant, expected]) => {
    expect(lastSeen(instant, now)).toBe(expected);
  });

  test("is a date after a day", () => {
    expect(lastSeen("2026-05-20T12:00:00.000Z", now)).toMatch(/^May (19|20|21), 2026, /);
  });
});
