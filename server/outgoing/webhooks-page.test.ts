import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { eventTypes } from "../../contract/notifications/notice-kinds.ts";
import { webhookPayload } from "../../contract/notifications/webhook-payload.ts";
import { openReceiver } from "./testing/receiver.ts";
import { newWebhookSecret, signWebhook } from "./webhook-signature.ts";

const page = readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8");

/** The only sample of a language. */
function sampleIn(language: string): string {
  const [found, ...others] = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))];
  if (found?.[1] === undefined || others.length > 0) throw new Error(`The page has not one sample in ${language}.`);
  return found[1];
}

/** By language: the file's ending, and the program that runs it. */
const programs = {
  ts: [".mts", process.execPath],
  python: [".py", "python3"],
  bash: [".sh", "bash"],
  sh: [".sh", "sh"],
} as const;
type SampleLanguage = keyof typeof programs;

/** @returns the exit status of a sample */
async function run(language: SampleLanguage, environment: Record<string, string>, input = ""): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), "dripline-"));
  const [ending, program] = programs[language];
  const file = join(folder, `sample${ending}`);
  writeFileSync(file, sampleIn(language));
  const child = spawn(program, [file], { env: { PATH: process.env.PATH, ...environment } });
  let errors = "";
  child.stderr.on("data", (part) => {
    errors += part;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [status] = await once(child, "close");
  await rm(folder, { recursive: true });
  // A sample that breaks would reject everything.
  expect(errors.replaceAll(/.*ExperimentalWarning.*\n|.*--trace-warnings.*\n/g, "")).toBe("");
  return status;
}

function isMissing(...names: string[]): boolean {
  const missing = names.filter((name) => spawnSync(name, ["--version"]).error !== undefined);
  if (missing.length > 0) console.warn(`Samples of docs/webhooks.md are not tried: ${missing.join(", ")} is missing.`);
  return missing.length > 0;
}

const needs: readonly [SampleLanguage, string[]][] = [
  ["ts", []],
  ["python", ["python3"]],
  ["bash", ["bash", "openssl", "od"]],
];

for (const [language, names] of needs) {
  test.skipIf(isMissing(...names))(`the sample in ${language} verifies ours, and nothing else`, async () => {
    const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
    const sent = { id: "5b2a", body: '{"unit":"Ñandú \\u0000 4"}' };
    const now = Date.now();
    const verify = (headers: Record<string, string>, body = sent.body) => {
      const { "webhook-id": id = "", "webhook-timestamp": time = "", "webhook-signature": signature = "" } = headers;
      const given = { SECRET: secret, WEBHOOK_ID: id, WEBHOOK_TIMESTAMP: time, WEBHOOK_SIGNATURE: signature };
      return run(language, given, body);
    };
    const ours = signWebhook(sent, [secret], now);
    const statuses = await Promise.all([
      verify(ours),
      verify(signWebhook(sent, [other, secret], now)),
      verify(ours, `${sent.body} `),
      verify({ ...ours, "webhook-id": "5b2b" }),
      verify({ ...ours, "webhook-timestamp": String(Number(ours["webhook-timestamp"]) - 1) }),
      verify(signWebhook(sent, [other], now)),
      verify(signWebhook(sent, [secret], now - 400_000)),
      verify(signWebhook(sent, [secret], now + 400_000)),
      verify({ ...ours, "webhook-signature": "" }),
    ]);
    expect(statuses).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 1]);
  });
}

test.skipIf(isMissing("openssl", "curl", "od"))("the sample with curl sends what a receiver verifies", async () => {
  const secret = newWebhookSecret();
  const { url, received, close } = await openReceiver();
  onTestFinished(close);
  expect(await run("sh", { SECRET: secret, URL: url })).toBe(0);
  const [{ headers, body } = { headers: {}, body: "" }] = received;
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  expect(new Webhook(secret).verify(body, texts)).toEqual({ type: "webhook.test" });
});

test("the page lists every type of event and every field", () => {
  const { data, ...outer } = webhookPayload.shape;
  const names = [...Object.keys(outer), ...Object.keys(data.shape).map((name) => `data.${name}`)];
  expect([...eventTypes, ...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
