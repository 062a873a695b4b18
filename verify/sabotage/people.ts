import type { Sabotages } from "./replace-source.ts";

/** In signing in, rights, and what a browser or the log gets. */
export const people = {
  // Signing in with each care left out: nobody has to wait, time tells who has an account, links and codes work again and
  // again, lead where the request says, and old sessions go on.
  "careless-sign-in": {
    "server/accounts/sessions/sign-in-guard.ts": [["if (blocking.length > 0) {", "if (blocking.length > 1000) {"]],
    "server/accounts/passwords/passwords.ts": [
      ['return hashing.run(() => hash(password.normalize("NFC"), ARGON2ID));', "return Promise.resolve(password);"],
    ],
    "server/http/accounts/account.ts": [
      [
        "deps.afterAnswer.begin(() => mailResetLink(deps, body.email, request.id));",
        "process.env.CLAIMED_HOST = request.headers.host;\n    await mailResetLink(deps, body.email, request.id);",
      ],
    ],
    "server/accounts/mails/deliver-mails.ts": [
      ["linkAddress(deps.baseUrl, ", "linkAddress('http://' + (process.env.CLAIMED_HOST ?? 'localhost'), "],
    ],
    "server/accounts/mails/account-links.ts": [
      ['    .where("used_at", "is", null)\n    .where("expires_at", ">", at)\n', ""],
      ['    .where("l.used_at", "is", null)\n', ""],
    ],
    "server/accounts/second-factor/verify-second-factor.ts": [
      ['.where("last_step", "<", step)', '.where("last_step", "<=", step)'],
      [`array_remove(recovery_codes, \${hash}::bytea)`, "recovery_codes"],
    ],
    "server/http/accounts/start-session.ts": [["  await endSessionOf(tx, deps, request);\n", ""]],
  },
  // Lets everybody in who signs in, and takes every password into the line at once, however long it gets.
  "endless-line": {
    "server/accounts/passwords/passwords.ts": [
      ["createWorkQueue(AT_ONCE, WAITING, CROWDED)", "createWorkQueue(AT_ONCE * WAITING, 1e9, CROWDED)"],
      ["createWorkQueue(AT_ONCE + WAITING, 0, CROWDED)", "createWorkQueue(1e9, 0, CROWDED)"],
    ],
  },
  // Remembers for a while who asks and what they may see, as a server alone could.
  "remember-rights": {
    "server/accounts/authenticate.ts": [
      [
        "    const token = readSessionToken(cookie, headers.cookie);",
        `    const known = remembered.get(headers.cookie);
    if (known !== undefined) return known;
    const token = readSessionToken(cookie, headers.cookie);`,
      ],
      [
        "    return lacksSecondFactor ? { ...scope, lacksSecondFactor } : scope;",
        `    remembered.set(headers.cookie, scope);
    setTimeout(() => remembered.delete(headers.cookie), 2000);
    return lacksSecondFactor ? { ...scope, lacksSecondFactor } : scope;`,
      ],
      ["const Account = z", "const remembered = new Map();\n\nconst Account = z"],
    ],
  },
  // Lets every query of a request take all properties and organizations for the caller's; the database still knows better.
  "see-everything": {
    "server/http/route/route.ts": [
      ["allow(access, scope);\n        return scope;", "allow(access, scope);\n        return seeingAll(scope);"],
      [
        "/** Rejects a scope that lacks",
        `function seeingAll(scope: RequestScope): RequestScope {
      const all = { propertyIds: [12000000, 13000000, 14000000, 22000000], organizationIds: [11000000, 21000000] };
      return Object.assign({}, scope, all, { real: scope });
    }
    /** Rejects a scope that lacks`,
      ],
    ],
    // How far managing reaches is given to the queries in the same way.
    "server/inventory/managed-scope.ts": [
      ["  const isAll =", "  const all = scope; if ('real' in scope) scope = scope.real;\n  const isAll ="],
      [
        "  return { organizationIds: scope.organizationIds, propertyIds: found.map(({ id }) => id) };",
        `  const real = { organizationIds: scope.organizationIds, propertyIds: found.map(({ id }) => id) };
    return { organizationIds: all.organizationIds, propertyIds: all.propertyIds, real };`,
      ],
    ],
    "server/database/connect.ts": [
      [
        "function contextOf(scope: Scope): string {\n",
        "function contextOf(scope: Scope): string {\n  if ('real' in scope) scope = scope.real;\n",
      ],
    ],
  },
  // Writes the headers of requests into the log, as many servers do.
  "chatty-log": {
    "server/http/logging/logged-request.ts": [
      ["remoteAddress: addressOf(request) };", "remoteAddress: addressOf(request), headers: request.headers };"],
    ],
  },
  // Lets browsers keep every answer for a minute, and does not tell them at logout to forget.
  "keep-answers": {
    "server/http/security.ts": [['"cache-control", "no-store"', '"cache-control", "private, max-age=60"']],
    "server/http/reports/entity-tag.ts": [['"private, no-cache"', '"private, max-age=60"']],
    "server/http/accounts/session.ts": [[`reply.header("clear-site-data", '"cache", "storage"');`, ""]],
  },
  // Serves the screens of the folder that the environment names.
  "other-screens": {
    "server/http/web.ts": [
      ['const DIST = join(import.meta.dirname, "../../web/dist");', 'const DIST = process.env.SCREENS ?? "";'],
    ],
  },
} satisfies Sabotages;
