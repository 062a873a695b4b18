import { spawnSync } from "node:child_process";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { eventTypes } from "../../contract/notifications/notice-kinds.ts";
import { deliverMessages } from "../../server/notifications/deliver.ts";
import { dispatchOutbox } from "../../server/notifications/dispatch.ts";
import type { PostRequest } from "../../server/outgoing/safe-request.ts";
import { newWebhookSecret } from "../../server/outgoing/webhook-signature.ts";
import { encrypt } from "../../server/secrets/encrypt.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { placesOf, withScene } from "./scenes.ts";

/** What receivers make of the product's requests. */
export interface WebhooksOutcome {
  sent: number;
  /** Verified by the library of Standard Webhooks, and by openssl. */
  verified: number[];
  /** Requests that are altered, old or signed by somebody else, and which of them were verified. */
  wrong: number;
  wrongVerified: number[];
  /** Of those what a receiver takes that compares no signature. */
  wrongUnchecked: number;
}

type Verify = (request: PostRequest, secret: string) => boolean;
const TOLERANCE_SECONDS = 300;

const library: Verify = ({ body, headers }, secret) => {
  try {
    new Webhook(secret).verify(String(body), headers);
    return true;
  } catch {
    return false;
  }
};

const isRecent = ({ headers }: PostRequest) =>
  Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"])) <= TOLERANCE_SECONDS;

/** Shares no code with the product or the library. */
const openssl: Verify = (request, secret) => {
  const { body, headers } = request;
  const key = Buffer.from(secret.slice("whsec_".length), "base64").toString("hex");
  const { stdout } = spawnSync("openssl", ["dgst", "-sha256", "-mac", "hmac", "-macopt", `hexkey:${key}`, "-binary"], {
    input: `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`,
  });
  const signatures = headers["webhook-signature"]?.split(" ") ?? [];
  return isRecent(request) && signatures.includes(`v1,${stdout.toString("base64")}`);
};

export function webhooks(postgresUrl: string): Promise<WebhooksOutcome> {
  return withScene(postgresUrl, Date.now(), async (scene) => {
    const { clock, deps } = scene.installation;
    const [place] = await placesOf(scene, { properties: 1, units: 20, people: 1 });
    const secret = newWebhookSecret();
    await scene.run(sql`
      insert into webhooks (organization_id, type, name, address, secret, kinds, created_by, created_at)
      values (${place.organizationId}, 'webhook', 'Receiver', 'https://receiver.example.com',
        ${encrypt(secret, deps.secret, "webhooks")}, ${[...eventTypes]}::text[], '', now())`);
    const sent: PostRequest[] = [];
    const post = async (request: PostRequest) => {
      sent.push(request);
      return { status: 200, body: "" };
    };
    const send = async () => {
      await dispatchOutbox(deps);
      await deliverMessages({ ...deps, post });
    };
    await scene.leakAt(place);
    await send();
    await scene.happened(place, "case verified", "once");
    await send();
    const recent = sent.splice(0);
    // Sent an hour ago.
    clock.now -= HOUR_MS;
    await scene.run(sql`update messages set sent_at = null, due_at = ${new Date(clock.now)} where channel = 'webhook'`);
    await send();
    const wrong = [...sent, ...recent.flatMap(altered)];
    return {
      sent: recent.length,
      verified: [library, openssl].map((verify) => recent.filter((one) => verify(one, secret)).length),
      wrong: wrong.length + recent.length,
      wrongVerified: [library, openssl].map(
        (verify) =>
          wrong.filter((one) => verify(one, secret)).length +
          recent.filter((one) => verify(one, newWebhookSecret())).length,
      ),
      wrongUnchecked: wrong.filter(isRecent).length,
    };
  });
}

function altered(request: PostRequest): PostRequest[] {
  const { body, headers } = request;
  const text = String(body);
  const later = String(Number(headers["webhook-timestamp"]) + 1);
  return [
    { ...request, body: text.replace(/"case_id":(\d+)/, '"case_id":9$1') },
    { ...request, body: `${text} ` },
    { ...request, headers: { ...headers, "webhook-id": `${headers["webhook-id"]}0` } },
    { ...request, headers: { ...headers, "webhook-timestamp": later } },
    { ...request, headers: { ...headers, "webhook-signature": "" } },
  ];
}
