import type { Browser, BrowserContext } from "playwright-core";
import { demoAccountList } from "../../../server/accounts/demo-accounts.ts";

/** The cookies of a browser in which an account of the demo has signed in. */
export type SignedIn = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Signs in as an account of the demo; as nobody for null. @throws Error when it cannot */
export async function signIn(browser: Browser, url: string, account: string | null): Promise<SignedIn> {
  const context = await browser.newContext();
  const found = demoAccountList.find(({ email }) => email === account);
  if (found !== undefined) {
    const { email, password } = found;
    const answer = await context.request.post(`${url}/v1/session`, {
      headers: { origin: url },
      data: { email, password },
    });
    if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
  }
  const state = await context.storageState();
  await context.close();
  return state;
}
