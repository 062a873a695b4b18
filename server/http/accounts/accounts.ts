import type { openAccounts } from "../../accounts/accounts.ts";
import type { Routes } from "../route/route.ts";
import { serveAccount } from "./account.ts";
import { serveMailLinks } from "./mail-links.ts";
import { serveOrganizationUsers } from "./organization-users.ts";
import { serveSecondFactor } from "./second-factor.ts";
import { serveSession } from "./session.ts";
import { serveSingleSignOn } from "./single-sign-on.ts";
import { serveUsers } from "./users.ts";

/** Serves sign-in, the user's own account and the accounts of others. */
export function serveAccounts(routes: Routes, accounts: ReturnType<typeof openAccounts>): void {
  serveSession(routes, accounts);
  serveSingleSignOn(routes, accounts);
  serveUsers(routes, accounts);
  serveOrganizationUsers(routes, accounts);
  serveAccount(routes, accounts);
  serveSecondFactor(routes, accounts);
  serveMailLinks(routes, accounts);
}
