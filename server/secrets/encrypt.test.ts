import { expect, test } from "vitest";
import { decrypt, encrypt } from "./encrypt.ts";

test("decrypts with the same session secret and purpose only, and only complete texts", () => {
  const sealed = encrypt("a secret", "one of 32 characters", "webhooks");
  expect(decrypt(sealed, "one of 32 characters", "webhooks")).toBe("a secret");
  expect(decrypt(sealed, "another one", "webhooks")).toBeNull();
  expect(decrypt(sealed.subarray(0, -1), "one of 32 characters", "webhooks")).toBeNull();
  expect(sealed.includes("a secret")).toBe(false);
  expect(decrypt(sealed, "one of 32 characters", "second factor")).toBeNull();
});
