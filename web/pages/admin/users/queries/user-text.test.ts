import { expect, test } from "vitest";
import { accountState, firstNames, rolesLabel, userName, whyNotEdited, whyNotRemoved } from "./user-text.ts";
import { usersSearch } from "./users-search.ts";

const member = { id: 4, name: "organization member", is_staff: false } as const;
const admin = { id: 3, name: "organization admin", is_staff: false } as const;

// Covers users-1
test("shows at most two names and counts the rest", () => {
  const rows = ["Oak", "Elm", "Fir", "Ash"].map((name) => ({ name }));
  expect(firstNames(rows)).toEqual({ shown: "Oak, Elm", more: ["Fir", "Ash"] });
  expect(firstNames(rows.slice(0, 2))).toEqual({ shown: "Oak, Elm", more: [] });
  expect(firstNames([])).toEqual({ shown: "", more: [] });
});

// Covers users-15
test("a user with several roles cannot be edited, and nobody can delete themselves", () => {
  expect(whyNotEdited({ roles: [member], is_read_only: false })).toBeNull();
  expect(whyNotEdited({ roles: [member, admin], is_read_only: false })).toMatch(/more than one role/);
  expect(whyNotEdited({ roles: [member], is_read_only: true })).toMatch(/more than one role.* revoke .* first\.$/);
  expect([whyNotRemoved({ id: 5 }, 6), whyNotRemoved({ id: 5 }, 5) === null]).toEqual([null, false]);
});

// Covers users-17
test("labels an account as active, invited or expired", () => {
  expect(accountState({ invitation: null }).kind).toBe("active");
  const until = "2026-06-10T12:00:00.000Z";
  expect(accountState({ invitation: { is_expired: false, expires_at: until } })).toEqual({
    kind: "invited",
    label: "Invited until Jun 10",
  });
  expect(accountState({ invitation: { is_expired: true, expires_at: until } }).kind).toBe("expired");
  expect(accountState({ invitation: { is_expired: true, expires_at: null } }).label).toBe("Invitation expired");
});

test("shows the email of a user without a name, and no role for one without an organization", () => {
  expect(userName({ first_name: "", last_name: "", email: "a@example.com" })).toBe("a@example.com");
  expect(userName({ first_name: "Ada", last_name: "", email: "a@example.com" })).toBe("Ada");
  expect(rolesLabel({ roles: [] })).toBe("No role");
});

// Covers users-2
test("reads the user list's filters from the URL and leaves invalid ones out", () => {
  expect(usersSearch({ role: ["3", "x"], ordering: "-last_login", page: "2", page_size: "25" })).toMatchObject({
    role: [3],
    ordering: "-last_login",
    page: 2,
    page_size: 25,
  });
  expect(usersSearch({ dialog: "edit" }).dialog).toBeUndefined();
  expect(usersSearch({ dialog: "edit", of: "7" })).toMatchObject({ dialog: "edit", of: 7 });
  expect(usersSearch({ dialog: "create", of: "7" })).toMatchObject({ dialog: "create", of: undefined });
  expect(usersSearch({ ordering: "password", page_size: "7", search: "  " })).toEqual(usersSearch({}));
});
