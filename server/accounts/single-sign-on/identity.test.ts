import { expect, test } from "vitest";
import { identityOf } from "./identity.ts";

const who = { iss: "https://login.example.com", sub: "1" };
const email = "ann@example.com";

test.each([
  [{ email, email_verified: true }, {}, true, true],
  [{ email, email_verified: "true" }, {}, true, true],
  [{ email, email_verified: false }, {}, false, false],
  [{ email, email_verified: "false" }, {}, false, false],
  [{ email }, {}, false, true],
  [{}, { email }, false, true],
  [{}, { email, email_verified: true }, true, true],
  // The e-mail in one place, whether it is verified in the other.
  [{ email_verified: false }, { email }, false, false],
  [{ email, email_verified: false }, { email, email_verified: true }, false, false],
  [{ email_verified: true }, { email, email_verified: false }, false, false],
  // Malformed: not verified.
  [{ email, email_verified: 1 }, {}, false, false],
  [{ email, email_verified: null }, {}, false, false],
])("%o and %o are verified: %s, with OIDC_TRUST_EMAILS: %s", (tokenClaims, more, verified, trusted) => {
  expect(identityOf({ ...who, ...tokenClaims }, more, false)).toMatchObject({ email, isEmailVerified: verified });
  expect(identityOf({ ...who, ...tokenClaims }, more, true)).toMatchObject({ email, isEmailVerified: trusted });
});

test("takes the identity from the token", () => {
  const more = { iss: "https://evil.example", sub: "2", amr: ["mfa"], given_name: " Ann\u00a0" };
  expect(identityOf(who, more, true)).toEqual({
    issuer: who.iss,
    subject: "1",
    email: null,
    isEmailVerified: true,
    firstName: "Ann",
    lastName: "",
    hadSecondFactor: false,
  });
});

test.each([{ sub: "" }, { sub: "a\0b" }, { sub: "a\ud800" }, { sub: "a".repeat(256) }, { sub: 1 }, { sub: undefined }])(
  "rejects the identity %o",
  (wrong) => {
    expect(() => identityOf({ ...who, ...wrong }, {}, true)).toThrow();
  },
);

test.each(["not an e-mail", "ann@example.com\0", 5, `${"a".repeat(250)}@example.com`])(
  "rejects %o as an email",
  (wrong) => {
    expect(identityOf({ ...who, email: wrong }, {}, true).email).toBeNull();
  },
);

test("truncates names to the column's length", () => {
  expect(identityOf({ ...who, given_name: "a".repeat(200), family_name: "x\0" }, {}, true)).toMatchObject({
    firstName: "a".repeat(100),
    lastName: "",
  });
});
