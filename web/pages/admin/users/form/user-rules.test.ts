import fc from "fast-check";
import { expect, test } from "vitest";
import { userCalls } from "../../../../../contract/accounts/users.ts";
import { type Access, newUser } from "./user-form.ts";
import { emailError, fieldErrors, titleError, wrongFields } from "./user-rules.ts";

const body = userCalls["POST /v1/admin/external/organizations/{organization_id}/users"].body;
const right = {
  email: "a@example.com",
  role: 4,
  permissions: ["reporting.view_property_data_report"],
  assigned_properties: [1],
};

/** The server's error for a field; undefined: it is valid. */
function serverError(field: string, value: unknown): string | undefined {
  const read = body?.safeParse({ ...right, [field]: value });
  return read?.error?.issues.find(({ path }) => path[0] === field)?.message;
}

test.for([
  "",
  "ada",
  "ada@",
  "ada@example",
  ".ada@example.com",
  "ada.@example.com",
  "ada..b@example.com",
  "ada'@example.com",
  "o'hara@example.com",
  " Ada+1@Sub.Example.com ",
  "ada@-example.com",
  "ada@example.c",
  "ada b@example.com",
  `${"a".repeat(250)}@example.com`,
])("agrees with the API on the email '%s'", (typed) => {
  expect(emailError(typed) ?? undefined).toBe(serverError("email", typed));
});

// Covers admin-forms-2
test("accepts the same emails as the API", () => {
  const written = fc.string({ unit: fc.constantFrom("a", "Z", "1", ".", "@", "-", "'", "_", "+", " "), maxLength: 24 });
  const likely = fc.tuple(written, written).map(([name, domain]) => `${name}@${domain}.com`);
  fc.assert(
    fc.property(fc.oneof(written, likely), (typed) => {
      expect(emailError(typed) ?? undefined).toBe(serverError("email", typed));
    }),
    { numRuns: 2000 },
  );
});

// Covers admin-forms-3
test.for([80, 81])("agrees with the API on a business title of %s letters", (letters) => {
  const typed = ` ${"x".repeat(letters)} `;
  expect(titleError(typed) ?? undefined).toBe(serverError("business_title", typed));
});

// Covers users-9, admin-forms-1, admin-forms-4
test("shows each rule in the API's words", () => {
  const empty = { ...newUser([]), assigned_properties: [] };
  const isStaff = (role: string | null) => role === "1" || role === "2";
  expect(wrongFields(empty, { isStaff, properties: () => 0 })).toEqual({
    email: "Invalid email format",
    role: "Role is required",
    permissions: "At least one permission is required",
    assigned_organizations: "At least one organization is required",
    assigned_properties: "At least one property is required",
  });
  expect(serverError("role", undefined)).toBe("Role is required");
  expect(serverError("permissions", [])).toBe("At least one permission is required");
  expect(serverError("assigned_properties", [])).toBe("At least one property is required");
  const staff = userCalls["POST /v1/admin/staff/organizations/users/staff"].body;
  const result = staff?.safeParse({ ...right, role: 1, assigned_properties: undefined, assigned_organizations: [] });
  expect(result?.error?.issues.map(({ message }) => message)).toContain("At least one organization is required");
});

test("requires no properties of staff, and does not report unloaded lists as empty", () => {
  const isStaff = (role: string | null) => role === "1";
  const member = { ...newUser(["reporting.view_asset_data_report"], 7), email: "a@example.com", role: "4" };
  expect(wrongFields({ ...member, role: "1" }, { isStaff, properties: () => 0 })).toEqual({});
  expect(wrongFields(member, { isStaff, properties: () => undefined })).toEqual({});
  expect(wrongFields(member, { isStaff, properties: () => 0 })).toEqual({
    assigned_properties: "At least one property is required",
  });
});

test("shows the server's message about the organization under its field", () => {
  const form = newUser([]);
  expect(fieldErrors({ organization_id: "There is no such organization.", other: "x" }, form)).toEqual({
    assigned_organizations: "There is no such organization.",
  });
});

test("reports each rule for each organization", () => {
  const isStaff = (role: string | null) => role === "1";
  const member = { ...newUser(["reporting.view_asset_data_report"], 7), email: "a@example.com", role: "4" };
  const empty = { role: null, permissions: [], assigned_organizations: [], assigned_properties: [] };
  const properties = (access: Access) => (access.assigned_organizations[0] === 7 ? 2 : 0);
  expect(wrongFields({ ...member, further: [empty] }, { isStaff, properties })).toEqual({
    "further.0.role": "Role is required",
    "further.0.permissions": "At least one permission is required",
    "further.0.assigned_organizations": "At least one organization is required",
    "further.0.assigned_properties": "At least one property is required",
  });
});

test("shows the server's message about one of several organizations in its section", () => {
  const part = { role: "4", permissions: [], assigned_organizations: [8], assigned_properties: [] };
  const form = { ...newUser([], 7), further: [part] };
  const of = (id: number) => ({ role: "No.", [`memberships.${id}.role`]: "No.", organization_id: "No such." });
  expect(fieldErrors(of(8), form)).toEqual({ "further.0.role": "No.", assigned_organizations: "No such." });
  expect(fieldErrors(of(7), form)).toEqual({ role: "No.", assigned_organizations: "No such." });
});
