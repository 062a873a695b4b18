import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";

const whole = {
  BASE_URL: "https://water.example.com",
  OIDC_ISSUER: "https://login.example.com/realms/elm",
  OIDC_CLIENT_ID: "dripline",
  OIDC_CLIENT_SECRET: "s",
};

test("is off without its settings", () => {
  expect(readConfig({}).singleSignOn).toBeNull();
});

test("requires issuer, client and base URL", () => {
  expect(readConfig(whole).singleSignOn).toEqual({
    issuer: "https://login.example.com/realms/elm",
    clientId: "dripline",
    clientSecret: "s",
    name: "single sign-on",
    trustsEmails: false,
    onlyDomains: [],
  });
  const more = { OIDC_NAME: " Elm Login ", OIDC_TRUST_EMAILS: "on", OIDC_ONLY_DOMAINS: "Elm.example, oak.example" };
  expect(readConfig({ ...whole, ...more }).singleSignOn).toMatchObject({
    name: "Elm Login",
    trustsEmails: true,
    onlyDomains: ["elm.example", "oak.example"],
  });
});

test.each([
  [{ OIDC_CLIENT_ID: undefined }, "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together"],
  [{ OIDC_CLIENT_SECRET: undefined }, "belong together"],
  [{ OIDC_ISSUER: undefined }, "belong together"],
  [{ BASE_URL: undefined }, "OIDC_ISSUER is set, so BASE_URL must be too"],
  [{ OIDC_ISSUER: "login.example.com" }, "OIDC_ISSUER must be an address such as"],
  [{ OIDC_ISSUER: "http://login.example.com" }, "OIDC_ISSUER must begin with https://"],
  [{ OIDC_ISSUER: "ftp://localhost" }, "OIDC_ISSUER must begin with https://"],
  [{ OIDC_ONLY_DOMAINS: "@elm.example" }, "OIDC_ONLY_DOMAINS must be email domains"],
  [{ OIDC_ONLY_DOMAINS: "elm.example," }, "OIDC_ONLY_DOMAINS must be email domains"],
])("%o stops the start with a sentence", (wrong, sentence) => {
  expect(() => readConfig({ ...whole, ...wrong })).toThrow(sentence);
});

test("rejects domains without a provider, which would lock everybody out", () => {
  expect(() => readConfig({ OIDC_ONLY_DOMAINS: "elm.example" })).toThrow("OIDC_ISSUER must be too");
});

test.each(["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"])(
  "%s is for trials",
  (OIDC_ISSUER) => {
    expect(readConfig({ ...whole, OIDC_ISSUER }).singleSignOn).toMatchObject({ issuer: OIDC_ISSUER });
  },
);
