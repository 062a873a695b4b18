import { expect, test } from "vitest";
import { appAddress, hashRecoveryCode, newRecoveryCodes, newSecret, stepOfCode } from "./codes.ts";

/** "12345678901234567890" in base32: the secret of RFC 6238's own table, whose codes have eight digits there. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082", 1],
  [1_111_111_109, "081804", 37_037_036],
  [1_234_567_890, "005924", 41_152_263],
  [20_000_000_000, "353130", 666_666_666],
])("gives the RFC's code at second %i: %s", (second, code, step) => {
  expect(stepOfCode(RFC_SECRET, code, second * 1000)).toBe(step);
});

test("tolerates a clock off by half a minute, and no more", () => {
  const steps = [-60, -30, 0, 30, 60].map((off) => stepOfCode(RFC_SECRET, "081804", (1_111_111_109 + off) * 1000));
  expect(steps).toEqual([null, 37_037_036, 37_037_036, 37_037_036, null]);
});

test.each(["", "08180", "0818044", "abcdef", "０８１８０４"])("rejects %s as a code", (code) => {
  expect(stepOfCode(RFC_SECRET, code, 1_111_111_109_000)).toBeNull();
});

test("an app can read the secret from the otpauth URL", () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(appAddress(secret, "ann@example.com"));
  expect(address.protocol).toBe("otpauth:");
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    secret,
    issuer: "Dripline",
    digits: "6",
    period: "30",
  });
});

test("creates ten different recovery codes, accepted in any notation", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  const [code = ""] = codes;
  expect(hashRecoveryCode(` ${code.toLowerCase().replaceAll("-", " ")}`)).toEqual(hashRecoveryCode(code));
});
