import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { makeOrganization } from "../../accounts/testing/test-places.ts";
import { connect } from "../../database/connect.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { runHere } from "../testing/run-here.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

async function dripline(...args: string[]): Promise<string> {
  const { code, out, error } = await runHere(database.url, args, {
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "Dripline <water@example.com>",
  });
  if (code !== 0) throw new Error(error);
  return out;
}

test("lists a queued mail until a server sends it, and retries it on request", async () => {
  expect(await dripline("mails", "list")).toBe("No mail waits, and none failed in the last 30 days.\n");
  expect(await dripline("mails", "retry")).toBe("0 mails are retried now by the server.\n");
  const connections = connect(database.url);
  await makeOrganization(connections, "North", ["N1"]);
  await connections.close();
  const ann = ["email=ann@example.com", "role=IONAdmin", "permissions=reporting.view_property_data_report"];
  const staff = "/v1/admin/staff/organizations/users/staff";
  const made = await dripline(
    "call",
    "POST",
    staff,
    ...ann,
    "assigned_organizations=North",
    "first_name=",
    "last_name=",
  );
  expect(made).not.toContain("token=");
  expect(await dripline("mails", "list")).toMatch(
    /^to +mail +state +queued +attempts +next attempt +link expires +reason\nann@example\.com +invitation +waiting .* 0 .*–\n$/,
  );
  expect(await dripline("mails", "retry")).toBe("1 mail is retried now by the server.\n");
  const [mail, ...others] = z.array(z.looseObject({})).parse(JSON.parse(await dripline("mails", "list", "--json")));
  expect([mail, others]).toEqual([
    expect.objectContaining({ email: "ann@example.com", purpose: "invitation", state: "waiting", error: null }),
    [],
  ]);
});
