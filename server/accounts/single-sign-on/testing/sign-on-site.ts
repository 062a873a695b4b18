import { sql } from "kysely";
import { createUser, type NewUser } from "../../create-user.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../../testing/test-site.ts";
import type { SingleSignOnSettings } from "../settings.ts";
import { type Browser, openBrowser } from "./browser.ts";
import { CLIENT, startTestProvider, type TestProvider, type TestProviderOptions } from "./provider.ts";

/** The session calls beside a provider. */
export interface SignOnSite extends TestSite {
  baseUrl: string;
  provider: TestProvider;
  browser(): Browser;
  /** Makes an account. @returns its id */
  account(email: string, more?: Partial<NewUser>): Promise<number>;
  /** The audit log's rows since the last call. */
  recorded(): Promise<unknown[]>;
}

export interface SignOnSiteOptions {
  baseUrl?: string;
  provider?: Omit<TestProviderOptions, "redirectUri">;
  settings?: Partial<SingleSignOnSettings>;
  staffNeedSecondFactor?: boolean;
}

export async function openSignOnSite(options: SignOnSiteOptions = {}): Promise<SignOnSite> {
  const { baseUrl = "http://localhost:4000", staffNeedSecondFactor = false } = options;
  const redirectUri = `${baseUrl}/v1/single-sign-on/callback`;
  const provider = await startTestProvider({ redirectUri, ...options.provider });
  const usual = { ...CLIENT, issuer: provider.issuer, name: "Elm Login", trustsEmails: false, onlyDomains: [] };
  const singleSignOn = { ...usual, ...options.settings };
  const site = await openTestSite(baseUrl, { singleSignOn, staffNeedSecondFactor });
  const { accounts } = site.connections;
  let last = 0;
  return {
    ...site,
    baseUrl,
    provider,
    browser: () => openBrowser(site.app, baseUrl),
    account: (email, more) =>
      createUser(site.connections, {
        email,
        firstName: "",
        lastName: "",
        password: TEST_PASSWORD,
        memberships: [],
        ...more,
      }),
    recorded: async () => {
      const found = await sql<{ id: number }>`select id, actor, action, after from audit_log
        where id > ${last} order by id`.execute(accounts);
      last = found.rows.at(-1)?.id ?? last;
      return found.rows.map(({ id: _id, ...row }) => row);
    },
    close: async () => {
      await site.close();
      await provider.close();
    },
  };
}
