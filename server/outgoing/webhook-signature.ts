import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
/** The Standard Webhooks specification wants 24 to 64. */
const SECRET_BYTES = 32;

/** A new secret of a webhook, as its receiver enters it. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/**
 * The headers that sign a message by the Standard Webhooks specification (https://www.standardwebhooks.com), with a
 * signature for each secret: during a rotation receivers verify with either.
 * @param id the same each time that the message is sent, so that a receiver can drop a repeat
 * @param now time of this attempt, in milliseconds since the epoch
 */
export function signWebhook(
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
