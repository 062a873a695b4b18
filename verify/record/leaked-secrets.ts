import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { makePlaces } from "../../bench/ingest/make-places.ts";
import { besideServer } from "../../bench/run/private-database.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { startServer } from "../../bench/run/server.ts";
import { ask, makeAdmin, signIn } from "../harness/person.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";

const withToken = z.looseObject({ token: z.string() });
const withKey = z.looseObject({ key: z.string() });
const withLink = z.looseObject({ invitation_link: z.string() });
const PERMISSIONS = ["reporting.view_property_data_report"];

/**
 * Uses every kind of secret at a server that writes down as much as it can, the wrong ones too.
 * @returns how many kinds were used, and those of which its log or the record holds something
 */
export function leakedSecrets(sabotage: Sabotage | null): Promise<{ kinds: number; lines: number; leaked: string[] }> {
  return inScratchFolder(async (folder) => {
    const settings = { DATA_DIR: folder, DEMO: "off", LOG_LEVEL: "trace", ...sabotaged(sabotage) };
    const server = await startServer("server/main.ts", settings, ["/health/ready"]);
    try {
      return await besideServer(folder, async (connections) => {
        const secrets = new Map<string, string>();
        const admin = await makeAdmin(connections);
        const [place] = await makePlaces(connections, 1, 3);
        if (place === undefined) throw new Error("No property was made.");
        const { url } = server;
        secrets.set("password", admin.password);
        const person = await signIn(url, admin);
        secrets.set("session", decodeURIComponent(person.cookie.split("=")[1] ?? "").split(".")[0] ?? "");
        const wrong = "Mistyped-Valves-9!";
        secrets.set("wrong password", wrong);
        const post = (path: string, body: object) => ask(person, ["POST", path, body]);
        await post("/v1/session", { email: admin.email, password: wrong });
        // People type it into the wrong field, too.
        await post("/v1/session", { email: wrong, password: "x" });
        const place_ = await sql<{ organization_id: number; serial: string }>`
          select p.organization_id, g.serial_number as serial from properties p
          join gateways g on g.property_id = p.id where p.id = ${place.propertyId}`.execute(connections.worker);
        const { organization_id: organization = 0, serial = "" } = place_.rows[0] ?? {};
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
        const record = await sql<{ text: string }>`
          select coalesce(string_agg(a::text, ' '), '') as text from audit_log a`.execute(connections.owner);
        const { out, errors } = server.program.output();
        const text = `${out}${errors}${record.rows[0]?.text ?? ""}`;
        const leaked = [...secrets]
          .filter(([, secret]) => secret === "" || text.includes(secret))
          .map(([kind]) => kind);
        return { kinds: secrets.size, lines: out.split("\n").length, leaked };
      });
    } finally {
      await server.program.stop();
    }
  });
}

function tokenIn(text: string): string {
  return /#token=([\w-]+)/.exec(text)?.[1] ?? "";
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
