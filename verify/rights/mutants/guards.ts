/** A guard that is gone, or put wrong, in one source file, and what must notice it. */
export interface GuardMutant {
  /** The file's path from the root, with a slash before it. */
  file: string;
  from: string;
  to: string;
  trial: GuardTrial;
}

/** What is tried, of a server of its own. */
export type GuardTrial =
  | { kind: "grants" }
  | { kind: "last-admins" }
  | { kind: "invitations" }
  /** Calls whose names match. */
  | { kind: "rejections"; calls: string }
  /** Pairs `<call>, <what is taken away>` that match. */
  | { kind: "takings"; pairs: string }
  | { kind: "answers" };

type Guard = readonly [file: string, from: string, to: string];

const checks = "server/accounts/users/check-change.ts";
const changes = "server/accounts/users/change-users.ts";
const next = "server/accounts/users/next-account.ts";
const stored = "server/accounts/users/store-account.ts";
const admins = "server/accounts/users/keep-admins.ts";
const rejected = "server/http/throttle/rejected-writes.ts";
const keys = "server/accounts/api-keys/api-key-scope.ts";
const session = "server/accounts/authenticate.ts";

/** Who asks is found out with each request; or kept from the first one on. */
const scopeLookup =
  "const scope = await scopeOf(connections, signed, anyOrganization && !isTheirs ? undefined : named);";
const scopeKept = `globalThis.known ??= new Map();
    const scope = globalThis.known.get(token) ??
      (await scopeOf(connections, signed, anyOrganization && !isTheirs ? undefined : named));
    globalThis.known.set(token, scope);`;

const ofGrants: readonly Guard[] = [
  [checks, "if (before !== null && isReadOnly(before)) {", "if (false) {"],
  [checks, "if (before !== null) checkPerson(scope, before, after);", ""],
  [checks, "if (!isWithinReach(scope, before)) {\n    throw reject(first", "if (false) {\n    throw reject(first"],
  [
    checks,
    "account.staff === null && account.memberships.every(",
    "account.staff === null && account.memberships.some(",
  ],
  [checks, 'if (scope.role === "IONAdmin") return true;', "return true;"],
  [checks, 'if (changed.includes("email") && hasMore(scope, before)) {', "if (false) {"],
  [checks, "has.some((name) => !scope.permissions.some((own) => own === name))", "has.length > 5"],
  [checks, "await checkMembership(tx, scope, was, membership);", ""],
  [checks, "checkPermissions(scope, was?.permissions ?? [], is.permissions);\n  const inIt", "const inIt"],
  [checks, "const given = has.filter((name) => !had.includes(name));", "const given = has;"],
  [checks, "if (!given.every((name) => scope.permissions.some((own) => own === name))) {", "if (false) {"],
  [checks, "if (!is.property_ids.every((id) => theirs.has(id)))", "if (false)"],
  [checks, `where organization_id = \${is.organization_id} and archived_at is null and`, "where"],
  [changes, "if (scope.userId === id)", "if (false)"],
  [changes, "if (!isMeant(before)) throw noSuchUser();", ""],
  [changes, "if (!isWithinReach(scope, before) || !(await isAllSeen(tx, editor, before))) {", "if (false) {"],
  [changes, "await checkChange(tx, scope, before, after);", ""],
  [changes, "await checkChange(tx, scope, null, account);", ""],
  [next, "if (before.staff !== null) {", "if (false) {"],
  [next, "if (before.memberships.some((one) => one.organization_id === organizationId)) {", "if (false) {"],
  [next, "checkNamedTwice(change.assigned_organizations, organizationId);\n  const was", "const was"],
  [next, "memberships: was === null ? [] : before.memberships", "memberships: before.memberships"],
  [next, "staff: stays ? before.staff : null", "staff: before.staff"],
  [next, "...before.memberships.filter((one) => !isShown(shown, one.organization_id)),", ""],
  [next, "if (single.some((field) => field !== undefined)) {", "if (false) {"],
  [next, 'checkEachOnce("further_memberships", [...account.memberships, ...further]);', ""],
  ["server/http/accounts/users.ts", 'scope.role === "IONAdmin" ? null : scope.organizationIds', "null"],
  ["server/query/is-allowed.ts", "staff: scope.isStaff", "staff: true"],
];

const ofLastAdmins: readonly Guard[] = [
  [admins, 'await lock(tx, "lastAdmin");', ""],
  [admins, "if (leaves && !(await hasOtherIonAdmin(tx, before.id))) {", "if (false) {"],
  [admins, "if (!(await hasOtherAdmin(tx, before.id, organizationId))) {", "if (false) {"],
  [admins, "and exists (select from credentials c where c.user_id = u.id)", ""],
  [admins, "and m.role = 'organization admin'", ""],
  [changes, "await keepAdmins(tx, before, null);", ""],
  [changes, "await checkChange(tx, scope, before, after);\n    await keepAdmins(tx, before, after);", ""],
  [
    changes,
    'await keepAdmins(tx, before, after);\n    await updateAccount(tx, editor, before, after);\n    await recordChange(tx, actor, "user.revoke"',
    'await updateAccount(tx, editor, before, after);\n    await recordChange(tx, actor, "user.revoke"',
  ],
];

const ofInvitations: readonly Guard[] = [
  [checks, "return isWithinReach(scope, account) && roles.every(", "return roles.every("],
  [checks, "&& !hasMore(scope, account);", ";"],
  ["server/accounts/users/invite.ts", "checkInvitation(scope, account);", ""],
  ["server/accounts/users/invite.ts", "if (!isMeant(account)) throw noSuchUser();", ""],
];

const places = "staff/inventory/properties";
const ofRejections: readonly (readonly [calls: string, ...Guard])[] = [
  ["api-keys$", rejected, "if (!writes.has(request.method) || !isRecorded) return;", "return;"],
  ["api-keys$", rejected, "new Set([400, ", "new Set(["],
  ["api-keys$", rejected, "401, 403, ", "401, "],
  ["api-keys$", rejected, "403, 404, ", "403, "],
  ["users/staff$", rejected, "404, 409, ", "404, "],
  ["api-keys$", rejected, "415, 422]", "422]"],
  ["api-keys$", rejected, "415, 422]", "415]"],
  ["api-keys$", rejected, '"x-current-organization-id": _organization, ...headers }', "...headers }"],
  ["api-keys$", "server/audit/rejected-writes.ts", "objectId: call", 'objectId: ""'],
  [
    "api-keys$",
    "server/audit/rejected-writes.ts",
    "=== 1) await audit(tx, who, entry);",
    "=== 1) await audit(tx, who, entry).then(() => audit(tx, who, entry));",
  ],
  [
    `${places}.*/meters$`,
    "server/database/connect.ts",
    "return work(tx);\n  });\n}\n\n/**\n * Runs a part",
    "return work(tx).catch((rejected) => ({ rejected }));\n  }).then((done) => {\n    if (done?.rejected) throw done.rejected;\n    return done;\n  });\n}\n\n/**\n * Runs a part",
  ],
  [
    "POST .*users/external$",
    changes,
    "await checkChange(tx, scope, null, account);",
    'await deps.mailer.send({ to: account.email, subject: "", text: "early" }, "early");\n    await checkChange(tx, scope, null, account);',
  ],
  [
    `${places}.*/place$`,
    "server/inventory/places/install-meter.ts",
    "if (point.meter_serial_number !== null &&",
    "if (false &&",
  ],
  [
    `DELETE .*${places}.*/points`,
    "server/inventory/places/points.ts",
    "if (before.meter_serial_number !== null) {",
    "if (false) {",
  ],
  [`POST .*${places}.*/buildings`, "server/inventory/places/buildings.ts", "if (taken.rows.length > 0)", "if (false)"],
  ["repairs/.*/undo$", "server/corrections/repairs/undo-repair.ts", "if (record.undone_at !== null) {", "if (false) {"],
  ["PATCH .*users/\\{user_id\\}", changes, "if (!isTakenEmail(error)) throw error;", "throw error;"],
  ["api-keys$", "contract/accounts/api-keys.ts", "const newApiKey = z.strictObject({", "const newApiKey = z.object({"],
  [
    "ingest/heartbeats",
    "contract/readings/heartbeat.ts",
    "const deviceReport = z.strictObject({",
    "const deviceReport = z.object({",
  ],
  ["PUT .*occupancy", "contract/inventory/occupancy.ts", "z.strictObject({", "z.object({"],
];

const ofTakings: readonly (readonly [pairs: string, ...Guard])[] = [
  [
    "GET /v1/me, the password",
    "server/accounts/passwords/change-password.ts",
    "await endSessions(tx, who.userId, kept);",
    "",
  ],
  [
    "GET /v1/me, the session, ended",
    "server/accounts/sessions/own-sessions.ts",
    `delete from sessions
      where id =`,
    `update sessions set updated_at = updated_at
      where id =`,
  ],
  [
    "reporting/.*, one of the organizations",
    stored,
    'await tx.deleteFrom("staff_organizations").where("user_id", "=", before.id).execute();',
    "",
  ],
  [
    "my-properties.*, an organization",
    stored,
    "if (!stays) await removeMembership(",
    "if (false) await removeMembership(",
  ],
  ["GET .*, a key$", keys, "and k.revoked_at is null", ""],
  ["GET .*, the role of a key", keys, `and \${makerMayStillMakeIt}\``, "`"],
  ["GET .*, the role of a key", keys, "and m.role = 'organization admin'", ""],
  ["GET .*, a permission of a key", keys, "and m.permissions @> k.permissions", ""],
  ["ingest/readings, a gateway", "server/ingest/tokens/gateway-token.ts", "and revoked_at is null", ""],
  [
    "GET /v1/me, the session",
    session,
    "const signed = await findSession(connections, token, now);",
    "globalThis.known ??= new Map();\n    const signed = globalThis.known.get(token) ?? (await findSession(connections, token, now));\n    globalThis.known.set(token, signed);",
  ],
  ["GET .*, a property", session, scopeLookup, scopeKept],
  ["GET .*, the role of an admin", session, scopeLookup, scopeKept],
];

/** A file is a stream: copied, nobody would read it to its end. */
const answered = "return definition.response.parse(result);";
const besideFiles = (expression: string) =>
  `const response = definition.response.parse(result);\n    return definition.media === undefined ? ${expression} : response;`;

const ofAnswers: readonly Guard[] = [
  ["server/http/route/route.ts", answered, besideFiles("{ ...response, surplus: 1 }")],
  [
    "server/http/route/route.ts",
    answered,
    besideFiles(
      'JSON.parse(JSON.stringify(response), (name, value) => (name === "organization" ? { ...value, surplus: 1 } : value))',
    ),
  ],
];

/** All of them. */
export function guardMutants(): GuardMutant[] {
  const mutant = ([file, from, to]: Guard, trial: GuardTrial): GuardMutant => ({ file: `/${file}`, from, to, trial });
  return [
    ...ofGrants.map((guard) => mutant(guard, { kind: "grants" })),
    ...ofLastAdmins.map((guard) => mutant(guard, { kind: "last-admins" })),
    ...ofInvitations.map((guard) => mutant(guard, { kind: "invitations" })),
    ...ofRejections.map(([calls, ...guard]) => mutant(guard, { kind: "rejections", calls })),
    ...ofTakings.map(([pairs, ...guard]) => mutant(guard, { kind: "takings", pairs })),
    ...ofAnswers.map((guard) => mutant(guard, { kind: "answers" })),
  ];
}
