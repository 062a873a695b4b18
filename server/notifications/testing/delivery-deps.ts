import type { LeakySite } from "../../leaks-api/testing/leaky-site.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { outgoing } from "../../testing/outgoing.ts";
import type { DeliveryDeps } from "../messages/due-message.ts";

export const SECRET = "a secret for tests, of 32 characters and more";
export const BASE_URL = "https://water.example.com";

/** What delivery needs of a site, at its clock. @param send takes each mail, and throws as a mail server rejects it */
export function deliveryDeps({ app }: LeakySite, send: Mailer["send"]): DeliveryDeps {
  return {
    connections: app.connections,
    clock: () => app.clock.now,
    baseUrl: BASE_URL,
    secret: SECRET,
    mailer: { canSend: true, close: () => {}, send },
    post: outgoing.post,
    sms: outgoing.sms,
    warn: () => {},
  };
}
