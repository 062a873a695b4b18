import { expect, test } from "vitest";
import { ASSET, PROPERTY, STAFF_USERS, usersOf, usersSiteOfFile } from "./testing/users-site.ts";

const it = await usersSiteOfFile();
const { site, staff, admin, north, south } = it;

interface Shown {
  id: number;
  modified_at: string;
}
const seenBy = async (who: { cookie: string }, url: string, id: number): Promise<Shown> => {
  const { json } = await it.call(who, "GET", `${url}?ordering=-modified_at&page_size=50`);
  return json.results.find((user: Shown) => user.id === id);
};

test("hides one organization's changes of a shared user from another", async () => {
  const { id } = await it.account({ memberships: [it.northMember, it.southMember] });
  const southern = await it.someone({ memberships: [it.southAdmin] });
  const inNorth = () => seenBy(admin, usersOf(north.id), id);
  const before = await inNorth();
  site.clock.now = Date.UTC(2030, 0, 1);
  const cookie = await site.signedIn(southern.email);
  const change = { permissions: [PROPERTY, ASSET] };
  const { status, json } = await it.call({ cookie }, "PATCH", `${usersOf(south.id)}/${id}`, change);
  const now = new Date(site.clock.now).toISOString();
  expect([status, json.modified_at]).toEqual([200, now]);
  admin.cookie = await site.signedIn(admin.email);
  expect(await inNorth()).toEqual(before);
  staff.cookie = await site.signedIn(staff.email);
  expect(await seenBy(staff, STAFF_USERS, id)).toMatchObject({ modified_at: now });
  const { json: list } = await it.call({ cookie }, "GET", `${usersOf(south.id)}?ordering=-modified_at`);
  expect(list.results[0]).toMatchObject({ id, modified_at: now });

  site.clock.now += 60_000;
  const url = `${usersOf(south.id)}/${id}`;
  expect((await it.call({ cookie }, "DELETE", url)).status).toBe(200);
  expect(await inNorth()).toEqual(before);
});
