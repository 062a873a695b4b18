import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { newToken } from "../../server/accounts/tokens/secret-token.ts";
import { queryRow } from "../../server/database/query-rows.ts";
import { ADMIN, ask } from "../harness/person.ts";
import { type Scene, withProduct } from "../harness/scene.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";

const withToken = z.looseObject({ token: z.string() });
const withKey = z.looseObject({ key: z.string() });
const withSecret = z.looseObject({ id: z.int(), secret: z.string().nullable() });
const withLink = z.looseObject({ invitation_link: z.string() });
const PERMISSIONS = ["reporting.view_property_data_report"];

/**
 * Uses every kind of secret at a server that writes down as much as it can, the wrong ones too.
 * @returns how many kinds were used, and those of which its log or the record holds something
 */
export function leakedSecrets(sabotage: Sabotage | null): Promise<{ kinds: number; lines: number; leaked: string[] }> {
  const work = async ({ url, folder, program, beside, makePlace, signInAdmin }: Scene) => {
    const place = await makePlace(3);
    const person = await signInAdmin();
    const secrets = new Map<string, string>([["password", ADMIN.password]]);
    secrets.set("session", decodeURIComponent(person.cookie.split("=")[1] ?? "").split(".")[0] ?? "");
    const wrong = "Mistyped-Valves-9!";
    secrets.set("wrong password", wrong);
    const post = (path: string, body?: object) => ask(person, body ? ["POST", path, body] : ["POST", path]);
    await post("/v1/session", { email: ADMIN.email, password: wrong });
    // People type it into the wrong field, too.
    await post("/v1/session", { email: wrong, password: "x" });
    const gateway = z.object({ organization: z.int(), serial: z.string() });
    const found = await beside(
      ({ worker }) => queryRow(worker, gateway)`
          select p.organization_id as organization, g.serial_number as serial from properties p
          join gateways g on g.property_id = p.id where p.id = ${place.propertyId}`,
    );
    const { organization, serial } = gateway.parse(found);
    const made = await post(`/v1/admin/properties/${place.propertyId}/gateway-tokens`, {
      gateway_serial_number: serial,
    });
    const { token } = withToken.parse(made.value);
    secrets.set("gateway token", token);
    const { key } = withKey.parse(
      (
        await post(`/v1/admin/organizations/${organization}/api-keys`, {
          name: "A key",
          permissions: PERMISSIONS,
          property_ids: [place.propertyId],
        })
      ).value,
    );
    secrets.set("API key", key);
    for (const bearer of [token, key, `${token.slice(0, -4)}AAAA`]) {
      for (const path of ["/v1/ingest/readings", "/v1/reporting/my-properties/"]) {
        const body = path.includes("ingest") ? { method: "POST", body: "[]" } : {};
        const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
        await fetch(url + path, { ...body, headers }).then((answer) => answer.text());
      }
    }
    const hooks = `/v1/admin/organizations/${organization}/webhooks`;
    const hook = { name: "A receiver", kinds: ["leak_case.opened"] };
    // Nobody is there, so that each attempt fails and is logged.
    const receiver = await post(hooks, { ...hook, url: "https://127.0.0.1:9/in" });
    const { id, secret } = withSecret.parse(receiver.value);
    secrets.set("secret of a webhook", secret ?? "");
    const next = withSecret.parse((await post(`${hooks}/${id}/secret`)).value);
    secrets.set("next secret of a webhook", next.secret ?? "");
    const chat = "https://127.0.0.1:9/services/Quiet-Valves-In-Chats";
    secrets.set("address of a Slack webhook", chat);
    const slack = withSecret.parse((await post(hooks, { ...hook, type: "slack", url: chat })).value);
    const bot = "xoxb-1234567890-Quiet-Valves";
    secrets.set("token of a Slack bot", bot);
    await post(hooks, { ...hook, type: "slack_bot", token: bot, channel: "#leaks" });
    for (const one of [id, slack.id]) await post(`${hooks}/${one}/test`);
    await post("/v1/me/notifications/test");
    const ending = tokenIn(await mailed(join(folder, "mail"), "A test from Dripline"));
    secrets.set("link that ends mails", ending);
    await post("/v1/mail-link", { token: ending });
    await fetch(`${url}/v1/unsubscribe?token=${ending}`, { method: "POST" }).then((answer) => answer.text());
    const user = { email: "member@example.com", role: 4, permissions: PERMISSIONS, organization_id: organization };
    const invited = await post("/v1/admin/staff/organizations/users/external", {
      ...user,
      assigned_properties: [place.propertyId],
    });
    const invitation = tokenIn(withLink.parse(invited.value).invitation_link);
    secrets.set("invitation", invitation);
    secrets.set("first password", "First-Valves-8!");
    await post("/v1/invitation", { token: invitation, password: "First-Valves-8!" });
    await post("/v1/password/forgotten", { email: user.email });
    const reset = tokenIn(await mailed(join(folder, "mail"), "A new password"));
    secrets.set("reset link", reset);
    secrets.set("new password", "Second-Valves-8!");
    await post("/v1/password/reset", { token: reset, password: "Second-Valves-8!" });
    await post("/v1/password/reset", { token: reset, password: "Second-Valves-8!" });
    const vendorLink = newToken();
    secrets.set("vendor's link", vendorLink);
    await post("/v1/vendor-link", { token: vendorLink });
    await post("/v1/vendor-link/report", { token: vendorLink, kind: "visited", finding: "found" });
    const record = await beside(
      ({ owner }) => queryRow(owner, z.object({ text: z.string() }))`
          select coalesce(string_agg(a::text, ' '), '') as text from audit_log a`,
    );
    const { out, errors } = program().output();
    const text = `${out}${errors}${record?.text}`;
    const leaked = [...secrets].filter(([, secret]) => secret === "" || text.includes(secret)).map(([kind]) => kind);
    return { kinds: secrets.size, lines: out.split("\n").length, leaked };
  };
  return withProduct(sabotage, work, { settings: { LOG_LEVEL: "trace" } });
}

function tokenIn(text: string): string {
  return /#token=([\w.-]+)/.exec(text)?.[1] ?? "";
}

async function mailed(folder: string, subject: string): Promise<string> {
  for (;;) {
    for (const name of await readdir(folder).catch(() => [])) {
      const text = await readFile(join(folder, name), "utf8");
      if (text.includes(`Subject: ${subject}`) && text.includes("#token=")) return text;
    }
    await pause(20);
  }
}
