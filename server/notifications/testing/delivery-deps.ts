import { sql } from "kysely";
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

/** While work runs, the database fails for a second to note what was sent, as it does while it starts. */
export async function whileNotNoted({ app }: LeakySite, work: () => Promise<unknown>): Promise<void> {
  const { owner } = app.connections;
  await sql`
    create function not_now() returns trigger language plpgsql as $$
    begin
      raise exception 'the database system is starting up' using errcode = '57P03';
    end $$`.execute(owner);
  await sql`
    create trigger not_now before update on messages
    for each row when (new.sent_at is not null and old.sent_at is null) execute function not_now()`.execute(owner);
  const end = () => sql`drop function if exists not_now cascade`.execute(owner);
  const ended = new Promise((done, fail) => setTimeout(() => end().then(done, fail), 1000));
  await Promise.all([work(), ended]);
}
