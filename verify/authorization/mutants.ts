import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** A guard that is gone from one source file. */
export interface Mutant {
  /** The file's path from the root, with a slash before it. */
  file: string;
  from: string;
  to: string;
  /** Whether the second lock must be open to see that the first one is gone. */
  behindSecondLock: boolean;
}

/** Ways in which a query or a handler holds what is asked for against the caller's scope. */
const scopeChecks: readonly (readonly [RegExp, string])[] = [
  [/= any\(\$\{scope\.(?:propertyIds|organizationIds)\}::bigint\[\]\)/g, "is not null"],
  [/!scope\.(?:propertyIds|organizationIds)\.includes\([\w.]+\)/g, "false"],
  [/(?<!!)scope\.(?:propertyIds|organizationIds)\.includes\([\w.]+\)/g, "true"],
];

/** Guards at the door, and in finding out who asks. */
const guards: readonly (readonly [file: string, from: string, to: string])[] = [
  ["http/route.ts", "        allow(access, scope);\n", "        void allow;\n"],
  ["http/route.ts", "if (scope.apiKeyId !== undefined) allowKey(name, access);", ""],
  ["http/route.ts", "    property,\n    portfolio,", "    property: portfolio,\n    portfolio: property,"],
  ["http/route.ts", "    property,\n    portfolio,", "    property: true,\n    portfolio,"],
  ["http/route.ts", "    property,\n    portfolio,", "    property,\n    portfolio: true,"],
  ["http/route.ts", '"property-or-portfolio": property || portfolio', '"property-or-portfolio": property && portfolio'],
  ["http/route.ts", '"property-or-portfolio": property || portfolio', '"property-or-portfolio": true'],
  ["http/route.ts", 'admin: scope.role === "IONAdmin" || scope.role === "organization admin"', "admin: true"],
  [
    "http/route.ts",
    'admin: scope.role === "IONAdmin" || scope.role === "organization admin"',
    'admin: scope.isStaff || scope.role === "organization admin"',
  ],
  ["http/route.ts", "staff: scope.isStaff", "staff: true"],
  ["http/route.ts", '"ion-admin": scope.role === "IONAdmin"', '"ion-admin": scope.isStaff'],
  [
    "accounts/authenticate.ts",
    `and s.expires_at > \${new Date(now)}`,
    `and \${new Date(now)}::timestamptz is not null`,
  ],
  ["accounts/authenticate.ts", "and u.deleted_at is null", ""],
  [
    "accounts/authenticate.ts",
    "signed.memberships.find((candidate) => String(candidate.organization_id) === chosen)",
    "signed.memberships[0]",
  ],
  ["accounts/authenticate.ts", "if (chosen !== undefined) {", "if (false) {"],
  ["accounts/authenticate.ts", 'membership.role === "organization admin"\n', "true\n"],
  ["accounts/authenticate.ts", 'const isAdmin = signed.staff_role === "IONAdmin"', "const isAdmin = true"],
  ["accounts/session-cookie.ts", "timingSafeEqual(given, right)", "(void timingSafeEqual, true)"],
  ["accounts/places.ts", `where p.organization_id = \${reach.organizationId} and`, "where"],
  ["accounts/places.ts", `and mp.user_id = \${reach.userId}`, ""],
  ["accounts/api-key-scope.ts", "and k.revoked_at is null", ""],
  ["accounts/api-key-scope.ts", "where p.organization_id = k.organization_id and", "where"],
  ["accounts/api-key-scope.ts", "or p.id = any(k.property_ids)", "or true"],
  ["accounts/own-sessions.ts", `and user_id = \${who.userId}`, ""],
  [
    "ingest/gateway-token.ts",
    "if (row === undefined || !timingSafeEqual(",
    "if (row === undefined || false && !timingSafeEqual(",
  ],
];

/** All mutants: each check of a scope in the server's sources, and the guards. */
export function mutants(): Mutant[] {
  const found: Mutant[] = guards.map(([file, from, to]) => ({
    file: `/server/${file}`,
    from,
    to,
    behindSecondLock: false,
  }));
  for (const path of globSync("server/**/*.ts", { cwd: ROOT })) {
    if (path.endsWith(".test.ts") || path.includes("/testing/")) continue;
    const text = readFileSync(join(ROOT, path), "utf8");
    for (const [check, without] of scopeChecks) {
      for (const match of text.matchAll(check)) {
        // With enough before it to be found but once.
        let start = match.index;
        while (start > 0 && text.indexOf(text.slice(start, match.index + match[0].length)) < start) start--;
        const before = text.slice(start, match.index);
        found.push({ file: `/${path}`, from: before + match[0], to: before + without, behindSecondLock: true });
      }
    }
  }
  return found;
}
