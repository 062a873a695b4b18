import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** A guard that is gone from one source file. */
export interface Mutant {
  /** The file's path from the root, with a slash before it. */
  file: string;
  from: string;
  to: string;
  /** Where in the file the guard stands, in characters: calls that do not come by there cannot notice. */
  at: number;
  /** Whether row-level security must be open to see that the first one is gone. */
  behindSecondLock: boolean;
}

/** Ways in which a query or a handler checks what is requested against the caller's scope. */
const scopeChecks: readonly (readonly [RegExp, string])[] = [
  [/= any\(\$\{scope\.(?:propertyIds|organizationIds)\}::bigint\[\]\)/g, "is not null"],
  [/!scope\.(?:propertyIds|organizationIds)\.includes\([\w.]+\)/g, "false"],
  [/(?<!!)scope\.(?:propertyIds|organizationIds)\.includes\([\w.]+\)/g, "true"],
];

type Guard = readonly [file: string, from: string, to: string];

/** Guards at the door, and in finding out who asks. */
const accessGuards: readonly Guard[] = [
  ["http/route/route.ts", "        allow(access, scope);\n", "        void allow;\n"],
  ["http/route/route.ts", "if (scope.apiKeyId !== undefined) allowKey(name, access);", ""],
  ["query/is-allowed.ts", "    property,\n    portfolio,", "    property: portfolio,\n    portfolio: property,"],
  ["query/is-allowed.ts", "    property,\n    portfolio,", "    property: true,\n    portfolio,"],
  ["query/is-allowed.ts", "    property,\n    portfolio,", "    property,\n    portfolio: true,"],
  [
    "query/is-allowed.ts",
    '"property-or-portfolio": property || portfolio',
    '"property-or-portfolio": property && portfolio',
  ],
  ["query/is-allowed.ts", '"property-or-portfolio": property || portfolio', '"property-or-portfolio": true'],
  [
    "query/is-allowed.ts",
    'const admin = scope.role === "IONAdmin" || scope.role === "organization admin"',
    "const admin = true",
  ],
  [
    "query/is-allowed.ts",
    'const admin = scope.role === "IONAdmin" || scope.role === "organization admin"',
    'const admin = scope.isStaff || scope.role === "organization admin"',
  ],
  ["query/is-allowed.ts", '"portfolio-or-admin": portfolio || admin', '"portfolio-or-admin": portfolio'],
  ["query/is-allowed.ts", '"portfolio-or-admin": portfolio || admin', '"portfolio-or-admin": admin'],
  ["query/is-allowed.ts", '"portfolio-or-admin": portfolio || admin', '"portfolio-or-admin": true'],
  ["query/is-allowed.ts", '"report-or-admin": property || portfolio || admin', '"report-or-admin": portfolio || admin'],
  ["query/is-allowed.ts", '"report-or-admin": property || portfolio || admin', '"report-or-admin": property || admin'],
  [
    "query/is-allowed.ts",
    '"report-or-admin": property || portfolio || admin',
    '"report-or-admin": property || portfolio',
  ],
  ["query/is-allowed.ts", '"report-or-admin": property || portfolio || admin', '"report-or-admin": true'],
  ["query/is-allowed.ts", "staff: scope.isStaff", "staff: true"],
  ["query/is-allowed.ts", '"ion-admin": scope.role === "IONAdmin"', '"ion-admin": scope.isStaff'],
  [
    "accounts/authenticate.ts",
    `and s.expires_at > \${new Date(now)}`,
    `and \${new Date(now)}::timestamptz is not null`,
  ],
  ["accounts/authenticate.ts", `> \${new Date(now)} and u.deleted_at is null`, `> \${new Date(now)}`],
  [
    "accounts/authenticate.ts",
    "signed.memberships.find((candidate) => String(candidate.organization_id) === chosen)",
    "signed.memberships[0]",
  ],
  ["accounts/authenticate.ts", "if (chosen !== undefined) {", "if (false) {"],
  ["accounts/authenticate.ts", 'membership.role === "organization admin"\n', "true\n"],
  ["accounts/authenticate.ts", 'const isAdmin = signed.staff_role === "IONAdmin"', "const isAdmin = true"],
  ["accounts/sessions/session-cookie.ts", "timingSafeEqual(given, right)", "(void timingSafeEqual, true)"],
  ["accounts/places.ts", `where p.organization_id = \${reach.organizationId} and`, "where"],
  ["accounts/places.ts", `and mp.user_id = \${reach.userId}`, ""],
  ["accounts/places.ts", `sql\`where id in \${assignedToStaff(reach.userId)}\``, "sql``"],
  ["accounts/places.ts", `sql\`and organization_id in \${assignedToStaff(reach.userId)}\``, "sql``"],
  ["accounts/places.ts", `and p.archived_at is null \${assigned(reach)}`, `\${assigned(reach)}`],
  ["accounts/places.ts", "where archived_at is null", "where true"],
  ["accounts/api-keys/api-key-scope.ts", "and k.revoked_at is null", ""],
  [
    "accounts/api-keys/api-key-scope.ts",
    `and (k.expires_at is null or k.expires_at > \${new Date(now)})`,
    `and \${new Date(now)}::timestamptz is not null`,
  ],
  ["accounts/api-keys/api-key-scope.ts", `and \${makerMayStillMakeIt}`, ""],
  ["accounts/api-keys/api-key-scope.ts", "u.deleted_at is null and (u.staff_role", "(u.staff_role"],
  ["accounts/api-keys/api-key-scope.ts", "and m.organization_id = k.organization_id and m.role", "and m.role"],
  ["accounts/api-keys/api-key-scope.ts", "chosen !== undefined && chosen !== String(row.organization_id)", "false"],
  ["accounts/api-keys/api-key-scope.ts", "where p.organization_id = k.organization_id and", "where"],
  ["accounts/api-keys/api-key-scope.ts", "or p.id = any(k.property_ids)", "or true"],
  [
    "accounts/sessions/own-sessions.ts",
    `where id = \${sessionId} and user_id = \${userId}`,
    `where id = \${sessionId}`,
  ],
  ["http/accounts/users.ts", 'return scope.role === "IONAdmin" ? null : scope.organizationIds', "return null"],
  [
    "ingest/tokens/gateway-token.ts",
    "if (row === undefined || !timingSafeEqual(",
    "if (row === undefined || false && !timingSafeEqual(",
  ],
];

/** Whether what a call names is of the place, or of the organization, that it was let into. */
const nested: readonly Guard[] = [
  ["accounts/users/list-users.ts", `sql\`and m.organization_id = any(\${shown}::bigint[])\``, "sql``"],
  ["accounts/users/editor.ts", "if (shown !== null && !account", "if (false && shown !== null && !account"],
  ["accounts/api-keys/api-keys.ts", `where k.organization_id = \${organizationId} and k.id`, "where k.id"],
  [
    "accounts/api-keys/api-keys.ts",
    `\${columns} where k.organization_id = \${organizationId} order`,
    `\${columns} order`,
  ],
  ["accounts/api-keys/api-keys.ts", `where organization_id = \${organizationId} and id = any`, "where id = any"],
  ["corrections/repairs/record.ts", `repairs\n    where property_id = \${propertyId} and id`, "repairs\n    where id"],
  ["corrections/repairs/repair-list.ts", `where property_id = \${propertyId} and`, "where"],
  ["corrections/rejected-rows/rejected-list.ts", `where property_id = \${propertyId} and`, "where"],
  ["corrections/quarantine/quarantine-list.ts", `where q.property_id = \${propertyId} and`, "where"],
  ["corrections/quarantine/quarantine-ids.ts", `where q.property_id = \${propertyId} and q.id`, "where q.id"],
  ["uploads/import-rows.ts", `\${columns} from imports where property_id = \${propertyId}`, `\${columns} from imports`],
  ["uploads/import-rows.ts", `imports\n    where property_id = \${propertyId} and id`, "imports\n    where id"],
  ["inventory/places/buildings.ts", `where b.property_id = \${propertyId}`, ""],
  ["inventory/places/units.ts", `where u.property_id = \${propertyId}`, "where true"],
  ["inventory/places/points.ts", `where p.property_id = \${propertyId}`, "where true"],
  ["inventory/places/meter-list.ts", `where m.property_id = \${propertyId}\``, "`"],
  ["ingest/tokens/gateway-tokens.ts", `sql\`t.property_id = \${propertyId}\``, "sql`true`"],
  [
    "ingest/tokens/gateway-tokens.ts",
    `and (\${propertyId}::bigint is null or t.property_id = \${propertyId})`,
    `and \${propertyId}::bigint is not null`,
  ],
  ["ingest/tokens/gateway-tokens.ts", `from gateways where property_id = \${propertyId} and`, "from gateways where"],
  ["uplinks/stored-mapping.ts", `from gateways where property_id = \${propertyId} and`, "from gateways where"],
];

/** All mutants: each check of a scope in the server's sources, and the guards. */
export function mutants(): Mutant[] {
  const found = [...accessGuards, ...nested].map((guard): Mutant => {
    const [name, from, to] = guard;
    const file = `/server/${name}`;
    const at = readFileSync(join(ROOT, file), "utf8").indexOf(from);
    if (at < 0) throw new Error(`${file} has no guard ${from} (verify/authorization/mutants.ts).`);
    const spot = at + from.length - from.trimStart().length;
    return { file, from, to, at: spot, behindSecondLock: nested.includes(guard) };
  });
  for (const path of globSync("server/**/*.ts", { cwd: ROOT })) {
    if (path.endsWith(".test.ts") || path.includes("/testing/")) continue;
    const text = readFileSync(join(ROOT, path), "utf8");
    for (const [check, without] of scopeChecks) {
      for (const match of text.matchAll(check)) {
        // With enough before it to be found but once.
        let start = match.index;
        while (start > 0 && text.indexOf(text.slice(start, match.index + match[0].length)) < start) start--;
        const before = text.slice(start, match.index);
        const [from, to] = [before + match[0], before + without];
        found.push({ file: `/${path}`, from, to, at: match.index, behindSecondLock: true });
      }
    }
  }
  return found;
}
