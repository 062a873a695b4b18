import { sql } from "kysely";
import { z } from "zod";
import { makePlaces } from "../../bench/ingest/make-places.ts";
import { openFirstAdmin } from "../../server/accounts/first-admin.ts";
import { makeTwoFactors } from "./codes.ts";
import { invite } from "./single-use.ts";
import { mailedToken, makePeople, PASSWORD, type Trial } from "./trial.ts";
import { cookieHeader } from "./visitor.ts";

/** One secret of each kind that opens something, as its owner holds it. */
export interface Secrets {
  /** Each of 256 bits. */
  tokens: Record<string, string>;
  /** Shorter ones, and what people make up. */
  others: Record<string, string>;
}

/** Makes one of each kind by the ways in which they are made, on a server without users. */
export async function makeSecrets(trial: Trial): Promise<Secrets & { dumps: string[][] }> {
  const { connections } = trial;
  const firstAdmin = (await openFirstAdmin(connections, Date.now)) ?? "";
  const before = await dump(trial);
  const place = (await makePlaces(connections, 1, 10))[0];
  if (place === undefined) throw new Error("No property was made.");
  const taken = await trial.ask({
    path: "/v1/first-admin",
    body: { token: firstAdmin, email: "first@example.com", password: PASSWORD },
  });
  const cookie = cookieHeader(taken.cookies.slice(0, 1));
  const [token = "", signature = ""] = decodeURIComponent(cookie)
    .replace(/^[^=]*=/, "")
    .split(".");
  const [email = ""] = await makePeople(trial, "dumped", 1);
  await trial.ask({ path: "/v1/password/forgotten", body: { email } });
  const organization = await sql<{ id: number; serial: string }>`
    select p.organization_id as id, g.serial_number as serial from properties p join gateways g on g.property_id = p.id
    where p.id = ${place.propertyId} limit 1`.execute(connections.worker);
  const { id, serial } = organization.rows[0] ?? { id: 0, serial: "" };
  const make = async (path: string, body: object) => {
    const answer = await trial.ask({ path, body, headers: { cookie } });
    if (answer.status !== 201) throw new Error(`${path} was answered with ${answer.text}`);
    return made.parse(JSON.parse(answer.text));
  };
  const key = await make(`/v1/admin/organizations/${id}/api-keys`, {
    name: "Billing",
    permissions: ["reporting.view_property_data_report"],
  });
  const gateway = await make(`/v1/admin/properties/${place.propertyId}/gateway-tokens`, {
    gateway_serial_number: serial,
  });
  const chat = {
    token: "xoxb-1234567890-Quiet-Valves",
    url: "https://hooks.slack.com/services/T0/B0/QuietValvesInChats",
  };
  const addWebhook = (type: string, target: object) =>
    make(`/v1/admin/organizations/${id}/webhooks`, { type, name: type, kinds: ["leak_case.opened"], ...target });
  const webhook = await addWebhook("webhook", { url: "https://receiver.example.com/leaks" });
  await addWebhook("slack", { url: chat.url });
  await addWebhook("slack_bot", { token: chat.token, channel: "#leaks" });
  await trial.ask({ path: "/v1/me/notifications/test", headers: { cookie } });
  const { secret, recoveryCodes } = await makeTwoFactors(trial, "dumped-factor");
  const tokens = {
    "first administrator": firstAdmin,
    session: token,
    "signature of a session": signature,
    reset: await mailedToken(trial, email),
    invitation: await invite(trial, "dumped-invited@example.com"),
    "API key": key.key?.slice("dlk_".length) ?? "",
    gateway: gateway.token?.split("_").slice(2).join("_") ?? "",
    webhook: webhook.secret?.slice("whsec_".length) ?? "",
    "link that ends mails": (await mailedToken(trial, "first@example.com", "/unsubscribe")).split(".")[1] ?? "",
  };
  const others = Object.fromEntries(recoveryCodes.map((code, i) => [`recovery code ${i}`, code]));
  return {
    tokens,
    others: {
      ...others,
      password: PASSWORD,
      "second factor": secret,
      "token of a Slack bot": chat.token,
      "address of a Slack webhook": chat.url,
    },
    dumps: [before, await dump(trial)],
  };
}

const made = z.object({ key: z.string(), token: z.string(), secret: z.string().nullable() }).partial();

/** Every row of every table as text, as a backup would hold it. */
export async function dump({ connections }: Trial): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(connections.owner);
  const rows: string[] = [];
  for (const { name } of tables.rows) {
    const found = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(connections.owner);
    rows.push(...found.rows.map(({ row }) => row));
  }
  return rows;
}

/** The ways in which a text may stand in a table without being hidden. */
function spellings(secret: string): string[] {
  const bare = secret.replaceAll("-", "");
  const bytes = [Buffer.from(secret), Buffer.from(bare), Buffer.from(secret, "base64")];
  const encoded = bytes.flatMap((buffer) => [
    buffer.toString("hex"),
    buffer.toString("base64").replace(/=+$/, ""),
    buffer.toString("base64url"),
  ]);
  const reversed = [...secret].toReversed().join("");
  return [secret, bare, reversed, encodeURIComponent(secret), ...encoded].filter((text) => text.length >= 8);
}

/** The names of the secrets that stand in a dump, readable. */
export function found({ tokens, others, dumps }: Awaited<ReturnType<typeof makeSecrets>>): string[] {
  const text = dumps.flat().join("\n").toLowerCase();
  return Object.entries({ ...tokens, ...others })
    .filter(([, secret]) => spellings(secret).some((spelling) => text.includes(spelling.toLowerCase())))
    .map(([name]) => name);
}

/** The bits of the shortest token. */
export function shortest({ tokens }: Secrets): number {
  return Math.min(...Object.values(tokens).map((token) => Buffer.from(token, "base64").length * 8));
}

/** Each value of a dump as it could be shown to the server: as it stands, and the bytes that it spells. */
export function valuesOf(dumps: readonly string[][]): string[] {
  const values = new Set<string>();
  for (const row of dumps.flat()) {
    for (const value of row.slice(1, -1).split(/[,{}"\\\s]+|[#?]token=/)) {
      // What is not ASCII fits in no header, and no secret is like that.
      if (value.length < 16 || !/^[\x21-\x7e]+$/.test(value)) continue;
      values.add(value);
      if (/^x[0-9a-f]+$/.test(value)) {
        const bytes = Buffer.from(value.slice(1), "hex");
        values.add(value.slice(1)).add(bytes.toString("base64url")).add(bytes.toString("base64"));
      }
    }
  }
  return [...values];
}

/** Shows a value in every place where a secret is taken. @returns in how many of them it opened something */
export async function present({ ask }: Trial, value: string): Promise<number> {
  const cookies = [value, `${value}.`, `${value}.${value}`].map(
    (text) => `__Host-dripline=${encodeURIComponent(text)}; dripline=${encodeURIComponent(text)}`,
  );
  const answers = await Promise.all([
    ...cookies.map((cookie) => ask({ method: "GET", path: "/v1/me", headers: { cookie } })),
    ...[value, `dlk_${value}`].map((key) =>
      ask({ method: "GET", path: "/v1/reporting/overview", headers: { authorization: `Bearer ${key}` } }),
    ),
    ...[value, `dlg_1_${value}`, `dlg_2_${value}`].map((token) =>
      ask({ path: "/v1/ingest/readings", body: [], headers: { authorization: `Bearer ${token}` } }),
    ),
    // A link is good when the password is what is wrong.
    ...["/v1/password/reset", "/v1/invitation"].map((path) =>
      ask({ path, body: { token: value.slice(0, 200), password: "x" } }),
    ),
    ask({ path: "/v1/vendor-link", body: { token: value.slice(0, 200) } }),
    ask({ path: "/v1/mail-link", body: { token: value } }),
  ]);
  return answers.filter(({ status }) => status !== 401 && status !== 403 && status !== 400 && status !== 429).length;
}
