import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../bench/run/server.ts";
import { createUser } from "../server/accounts/create-user.ts";
import { CLIENT, startTestProvider, type TestProvider } from "../server/accounts/single-sign-on/testing/provider.ts";
import { readConfig } from "../server/config.ts";
import { startServer } from "../server/start-server.ts";
import { password } from "./accounts.ts";

/** A product of its own beside a provider of single sign-on. */
export interface SignOnProduct {
  baseUrl: string;
  provider: TestProvider;
  /** Makes a member's account. */
  account(email: string): Promise<void>;
  close(): Promise<void>;
}

/** The one who has an account there. */
export const STAFF = "staff@example.com";

export async function startSignOnProduct(): Promise<SignOnProduct> {
  const folder = await mkdtemp(join(tmpdir(), "dripline-e2e-"));
  // Started by root, Postgres runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const port = await freePort();
  // Another site than the provider's, as a browser sees it.
  const baseUrl = `http://localhost:${port}`;
  const provider = await startTestProvider({ redirectUri: `${baseUrl}/v1/single-sign-on/callback` });
  const config = readConfig({
    DATA_DIR: folder,
    PORT: String(port),
    BASE_URL: baseUrl,
    DEMO: "off",
    LOG_LEVEL: "silent",
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.clientId,
    OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    OIDC_NAME: "Elm Login",
  });
  const server = await startServer(config, () => {});
  const person = { firstName: "Stella", lastName: "Affleck", password, memberships: [] };
  await createUser(server.connections, { ...person, email: STAFF, staffRole: "IONAdmin" });
  return {
    baseUrl,
    provider,
    account: async (email) => {
      await createUser(server.connections, { ...person, email });
    },
    close: async () => {
      await server.stop();
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
