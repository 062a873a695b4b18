import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { TOTP } from "otpauth";
import { z } from "zod";
import { storeUser } from "../../../server/accounts/create-user.ts";
import { openFirstAdmin } from "../../../server/accounts/first-admin.ts";
import { createAccountLink, type LinkPurpose } from "../../../server/accounts/mails/account-links.ts";
import { hashPassword } from "../../../server/accounts/passwords/passwords.ts";
import { hashToken, newToken } from "../../../server/accounts/tokens/secret-token.ts";
import { signLink } from "../../../server/notifications/messages/links.ts";
import { NOW, SECRET, type Site, startSession } from "../../world/site.ts";
import type { LivingPlace } from "../../world/tenant.ts";
import { addUser, setWeeks } from "../../world/world.ts";

/** What a call needs that no other call uses up. */
export interface Start {
  headers?: Record<string, string>;
  /** Names of things made for it. */
  names?: Record<string, number | string>;
  /** Fields of the body whose values are known only now. */
  fields?: Record<string, unknown>;
  /** Parameters of the query whose values are known only now. */
  query?: Record<string, unknown>;
}

const PASSWORD = "Quiet-Valves-7!";
let passwordHash: Promise<string> | null = null;

async function somebody(site: Site, place: LivingPlace) {
  passwordHash ??= hashPassword(PASSWORD);
  const hash = await passwordHash;
  const email = `somebody-${randomBytes(8).toString("hex")}@people.example`;
  const id = await site.connections.accounts.transaction().execute((tx) =>
    storeUser(
      tx,
      {
        email,
        firstName: "Some",
        lastName: "Body",
        password: PASSWORD,
        memberships: [
          {
            organizationId: place.organizationId,
            role: "organization admin",
            permissions: ["reporting.view_property_data_report"],
            propertyIds: [],
          },
        ],
      },
      hash,
    ),
  );
  return { id, email, cookie: (await startSession(site.connections, id)).cookie };
}

async function withLink(site: Site, place: LivingPlace, purpose: LinkPurpose): Promise<Start> {
  const { id } = await somebody(site, place);
  const { accounts } = site.connections;
  const token = await accounts.transaction().execute((tx) => createAccountLink(tx, id, purpose, NOW));
  return { fields: { token } };
}

/** A vendor's link to a case of the place. */
async function withVendorLink({ connections }: Site, { propertyId }: LivingPlace): Promise<Start> {
  const token = newToken();
  await sql`
    insert into leak_case_events (property_id, place, cause, kind, at, about_at, assignee, vendor, link_hash, link_expires_at,
      made_by, made_at)
    select property_id, place, cause, 'assigned', ${new Date(NOW)}, last_confirmed_at, 'joe@people.example', 'Joe',
      ${hashToken(token)}, ${new Date(NOW + 86_400_000)}, 'sam@people.example', ${new Date(NOW)}
    from leak_cases where property_id = ${propertyId} order by over_at desc nulls first, started_at limit 1`.execute(
    connections.worker,
  );
  return { fields: { token } };
}

const begun = z.object({ secret: z.string() });

/** Somebody with a second factor, begun or at work. */
async function withFactor(site: Site, place: LivingPlace, isAtWork: boolean): Promise<Start> {
  const { cookie } = await somebody(site, place);
  const path = "/v1/me/second-factor";
  const ask = (url: string, body: object) => site.ask({ method: "POST", url, headers: { cookie }, body });
  const answer = await ask(path, { password: PASSWORD });
  const { secret } = begun.parse(JSON.parse(answer.text));
  const code = new TOTP({ secret }).generate({ timestamp: NOW });
  if (!isAtWork) return { headers: { cookie }, fields: { one_time_code: code } };
  await ask(`${path}/confirm`, { one_time_code: code });
  return { headers: { cookie }, fields: { password: PASSWORD } };
}

/** A gateway on which nothing hangs. */
async function withGateway(site: Site, place: LivingPlace): Promise<Start> {
  const gateway = `gate-${randomBytes(8).toString("hex")}`;
  await sql`insert into gateways (property_id, serial_number) values (${place.propertyId}, ${gateway})`.execute(
    site.connections.worker,
  );
  return { names: { gateway } };
}

/** A link in a mail to somebody of the place. */
async function mailToken(site: Site, place: LivingPlace, does: "acknowledge" | "unsubscribe"): Promise<string> {
  const { id } = await somebody(site, place);
  const until = NOW + 86_400_000;
  const link =
    does === "unsubscribe"
      ? { does, user: id }
      : { does, user: id, case: Number(place.names.leakCase), property: place.propertyId, until };
  return signLink(link, SECRET);
}

/** By call, for those that cannot be made twice the same way. */
export const starts: Readonly<Record<string, (site: Site, place: LivingPlace) => Promise<Start>>> = {
  "POST /v1/session": async (site, place) => {
    const { email } = await somebody(site, place);
    return { fields: { email, password: PASSWORD } };
  },
  "POST /v1/first-admin": async (site) => {
    // Only an installation without users has a first one.
    await sql`truncate users cascade`.execute(site.connections.owner);
    return { fields: { token: await openFirstAdmin(site.connections, () => NOW) } };
  },
  "POST /v1/password/reset": (site, place) => withLink(site, place, "reset"),
  "POST /v1/invitation": (site, place) => withLink(site, place, "invitation"),
  "POST /v1/vendor-link": withVendorLink,
  "POST /v1/vendor-link/report": withVendorLink,
  "POST /v1/vendor-link/photos": async (site, place) => {
    const { fields } = await withVendorLink(site, place);
    return { headers: { "vendor-link": String(fields?.token) } };
  },
  "POST /v1/mail-link": async (site, place) => ({ fields: { token: await mailToken(site, place, "acknowledge") } }),
  "POST /v1/mail-link/acknowledge": async (site, place) => ({
    fields: { token: await mailToken(site, place, "acknowledge") },
  }),
  "POST /v1/unsubscribe": async (site, place) => ({ query: { token: await mailToken(site, place, "unsubscribe") } }),
  "PUT /v1/me/password": async (site, place) => {
    const { cookie } = await somebody(site, place);
    return { headers: { cookie }, fields: { old_password: PASSWORD } };
  },
  "POST /v1/me/second-factor": async (site, place) => {
    const { cookie } = await somebody(site, place);
    return { headers: { cookie }, fields: { password: PASSWORD } };
  },
  "POST /v1/me/second-factor/confirm": (site, place) => withFactor(site, place, false),
  "POST /v1/me/second-factor/recovery-codes": (site, place) => withFactor(site, place, true),
  "POST /v1/me/second-factor/remove": (site, place) => withFactor(site, place, true),
  "POST /v1/admin/organizations/{id}/on-call/overrides": async (site, place) => {
    await setWeeks(site, place.organizationId, Number(place.names.user));
    return {};
  },
  "PATCH /v1/admin/staff/inventory/properties/{property_id}/gateways/{gateway}": withGateway,
  "DELETE /v1/admin/staff/inventory/properties/{property_id}/gateways/{gateway}": withGateway,
  "POST /v1/admin/staff/organizations/users/external/{id}/memberships": async (site) => ({
    names: { user: await addUser(site, "wader", null) },
  }),
};

/** Calls about users whom each case changes or writes to, so that they are created again for it. */
export const changesUser = /^PATCH .*\/users\/|^POST .*\/users\/.*\/invitation$/;
