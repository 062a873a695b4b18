import { expect, test } from "vitest";
import { STAFF_USERS, usersOf, usersSiteOfFile } from "../accounts/users/testing/users-site.ts";

const it = await usersSiteOfFile();
const { site, staff, admin, north } = it;
const HIDDEN = "Oak\u202eteertS";

test.each([
  ["a user's first name", "POST", usersOf(north.id), () => it.inNorth({ first_name: HIDDEN }), "first_name"],
  ["a user's title", "POST", usersOf(north.id), () => it.inNorth({ business_title: HIDDEN }), "business_title"],
  ["one's own name", "PATCH", "/v1/me", () => ({ last_name: HIDDEN }), "last_name"],
  [
    "an API key",
    "POST",
    `/v1/admin/organizations/${north.id}/api-keys`,
    () => ({ name: HIDDEN, permissions: ["reporting.view_property_data_report"] }),
    "name",
  ],
] as const)("rejects invisible characters in the name of %s", async (_, method, url, body, field) => {
  const { status, json } = await it.call(admin, method, url, body());
  expect([status, json[field]]).toEqual([422, ["It has an invisible character (U+202E). Type it again without it."]]);
});

test("reads names stored before the rule, and allows other changes of the account", async () => {
  const { id } = await it.account({ memberships: [it.northMember] });
  await site.connections.accounts.updateTable("users").set({ first_name: HIDDEN }).where("id", "=", id).execute();
  const url = `${STAFF_USERS}/external/${id}`;
  const { status, json } = await it.call(staff, "PATCH", url, { business_title: "Owner" });
  expect([status, json.first_name]).toEqual([200, HIDDEN]);
});
