import { sql } from "kysely";
import { expect, test } from "vitest";
import { createUser } from "../../accounts/create-user.ts";
import { connect } from "../../database/connect.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { runHere } from "../testing/run-here.ts";

test("unlinks an account from the provider and ends its sessions, but keeps the password", async () => {
  const database = await freshDatabase();
  const connections = connect(database.url);
  const remove = (email: string) => runHere(database.url, ["single-sign-on", "remove", email]);
  const names = { firstName: "", lastName: "", password: "Quiet-Valves-7!", memberships: [] };
  for (const email of ["ann@example.com", "bob@example.com"]) {
    const id = await createUser(connections, { ...names, email });
    await sql`insert into credentials (user_id, provider_id, account_id) values (${id}, 'https://idp', ${email})`.execute(
      connections.accounts,
    );
    await sql`insert into sessions (user_id, token, expires_at) values (${id}, ${email}, now() + interval '1 hour')`.execute(
      connections.accounts,
    );
  }
  expect(await remove("Ann@Example.com")).toMatchObject({ code: 0, error: "" });
  expect(await remove("ann@example.com")).toMatchObject({ code: 2, out: "" });
  const left = await sql`
    select (select array_agg(token) from sessions) as sessions,
      (select array_agg(provider_id || ' ' || u.email order by c.id) from credentials c join users u on u.id = c.user_id)
        as credentials,
      (select array_agg(before) from audit_log where action = 'single_sign_on.remove') as removed`.execute(
    connections.accounts,
  );
  expect(left.rows).toEqual([
    {
      sessions: ["bob@example.com"],
      credentials: ["credential ann@example.com", "credential bob@example.com", "https://idp bob@example.com"],
      removed: [{ issuer: "https://idp" }],
    },
  ]);
  await connections.close();
  await database.drop();
});
