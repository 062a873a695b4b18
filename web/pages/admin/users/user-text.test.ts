import { expect, test } from "vitest";
import { accountState, firstNames, rolesLabel, userName, whyNotEdited, whyNotRemoved } from "./user-text.ts";
import { usersSearch } from "./users-search.ts";

const member = { id: 4, name: "organization member", is_staff: false } as const;
const admin = { id: 3, name: "organization admin", is_staff: false } as const;

test("at most two names are shown, the others are counted", () => {
  const rows = ["Oak", "Elm", "Fir", "Ash"].map((name) => ({ name }));
  expect(firstNames(rows)).toEqual({ shown: "Oak, Elm", more: ["Fir", "Ash"] });
  expect(firstNames(rows.slice(0, 2))).toEqual({ shown: "Oak, Elm", more: [] });
  expect(firstNames([])).toEqual({ shown: "", more: [] });
});

test("who has several roles is not edited, and nobody deletes themselves", () => {
  expect(whyNotEdited({ roles: [member], is_read_only: false })).toBeNull();
  expect(whyNotEdited({ roles: [member, admin], is_read_only: false })).toMatch(/more than one role/);
  expect(whyNotEdited({ roles: [member], is_read_only: true })).toMatch(/more than one role.* revoke .* first\.$/);
  expect([whyNotRemoved({ id: 5 }, 6), whyNotRemoved({ id: 5 }, 5) === null]).toEqual([null, false]);
});

test("an account works, waits for its user, or waited too long", () => {
  expect(accountState({ invitation: null }).kind).toBe("active");
  const until = "2026-06-10T12:00:00.000Z";
  expect(accountState({ invitation: { is_expired: false, expires_at: until } })).toEqual({
    kind: "invited",
    label: "Invited until Jun 10",
  });
  expect(accountState({ invitation: { is_expired: true, expires_at: until } }).kind).toBe("expired");
  expect(accountState({ invitation: { is_expired: true, expires_at: null } }).label).toBe("Invitation expired");
});

test("somebody without a name is called by their e-mail, and without an organization has no role", () => {
  expect(userName({ first_name: "", last_name: "", email: "a@example.com" })).toBe("a@example.com");
  expect(userName({ first_name: "Ada", last_name: "", email: "a@example.com" })).toBe("Ada");
  expect(rolesLabel({ roles: [] })).toBe("No role");
});

test("an address says which users, and what makes no sense in it is left out", () => {
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
