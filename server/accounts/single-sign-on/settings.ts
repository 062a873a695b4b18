import { z } from "zod";
import { isOwnMachine } from "../../network/own-machine.ts";

/** A provider of OpenID Connect at which people sign in. */
export interface SingleSignOnSettings {
  /** Its issuer URL, under which its configuration is discovered. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Its display name: "Sign in with …". */
  name: string;
  /** Whether an e-mail counts as verified when the provider does not state either. */
  trustsEmails: boolean;
  /** E-mail domains, lower case, for which passwords are rejected. */
  onlyDomains: readonly string[];
}

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** The settings as environment variables. */
export const singleSignOnShape = {
  OIDC_ISSUER: z
    .url({ error: "OIDC_ISSUER must be an address such as https://login.example.com.", abort: true })
    .refine(isSafe, "OIDC_ISSUER must begin with https://: whoever can change its answers can sign in as anybody.")
    .optional()
    .describe(
      "An OpenID Connect provider for single sign-on, such as https://login.example.com. Needs BASE_URL. Default: none.",
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe("The client's id at the provider. Needed with OIDC_ISSUER."),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe("The client's secret at the provider. Needed with OIDC_ISSUER."),
  OIDC_NAME: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .default("single sign-on")
    .describe("The provider's name on the button: Sign in with … Default: single sign-on."),
  OIDC_TRUST_EMAILS: z
    .enum(["on", "off"])
    .default("off")
    .describe(
      "on or off: accept emails that the provider does not state to be verified. Only for a provider where users cannot choose their own email. Default: off.",
    ),
  OIDC_ONLY_DOMAINS: z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim().toLowerCase()))
    .refine((domains) => domains.every((domain) => DOMAIN.test(domain)), {
      error: "OIDC_ONLY_DOMAINS must be email domains separated by commas, such as example.com, example.org.",
    })
    .optional()
    .describe("Email domains, separated by commas, for which passwords are rejected. Default: none."),
};

const read = z.object(singleSignOnShape);

/**
 * @returns null where no provider is set
 * @throws Error that names the settings that are missing when only some are set
 */
export function singleSignOnOf(value: z.output<typeof read>, baseUrl: string | undefined): SingleSignOnSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = value;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) {
    if (value.OIDC_ONLY_DOMAINS !== undefined) throw new Error("OIDC_ONLY_DOMAINS is set, so OIDC_ISSUER must be too.");
    return null;
  }
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new Error("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all of them, or none.");
  }
  // Else the redirect URI would depend on the port.
  if (baseUrl === undefined) {
    throw new Error("OIDC_ISSUER is set, so BASE_URL must be too: the provider sends people back to it.");
  }
  const [name, onlyDomains] = [value.OIDC_NAME, value.OIDC_ONLY_DOMAINS ?? []];
  return { issuer, clientId, clientSecret, name, trustsEmails: value.OIDC_TRUST_EMAILS === "on", onlyDomains };
}

function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && isOwnMachine(hostname));
}
