import { z } from "zod";
import type { Person } from "../../world/actors.ts";
import type { Request, Site } from "../../world/site.ts";
import type { World } from "../../world/world.ts";
import { BOTH, somebody } from "./somebody.ts";
import { asIonAdmin, type Taking } from "./takings.ts";

const STAFF_USERS = "/v1/admin/staff/organizations/users/external";
const madeKey = z.looseObject({ id: z.number(), key: z.string() });
const madeToken = z.looseObject({ id: z.number(), token: z.string() });

type KeyTake = (world: World, maker: Person, keyId: number) => Request;

const ofKeys: readonly { title: string; take: KeyTake }[] = [
  {
    title: "a key",
    take: (world, _maker, keyId) =>
      asIonAdmin(world, "DELETE", `/v1/admin/organizations/${world.home.organizationId}/api-keys/${keyId}`),
  },
  {
    title: "the account of a key's maker",
    take: (world, maker) => asIonAdmin(world, "DELETE", `${STAFF_USERS}/${maker.userId}`),
  },
  {
    title: "the organization of a key's maker",
    take: ({ home, ...world }, maker) =>
      asIonAdmin(
        { home, ...world },
        "DELETE",
        `/v1/admin/external/organizations/${home.organizationId}/users/${maker.userId}`,
      ),
  },
  { title: "the role of a key's maker", take: (world, maker) => changeMaker(world, maker, { role: 4 }) },
  {
    title: "a permission of a key's maker",
    take: (world, maker) => changeMaker(world, maker, { permissions: BOTH.slice(1) }),
  },
];

function changeMaker(world: World, maker: Person, fields: object): Request {
  const { organizationId, propertyId } = world.home;
  const body = { organization_id: organizationId, assigned_properties: [propertyId], ...fields };
  return asIonAdmin(world, "PATCH", `${STAFF_USERS}/${maker.userId}`, body);
}

/** Every way in which an integrator's key or a gateway's token ends, by the product's own calls. */
export const keyTakings: readonly Taking[] = [
  ...ofKeys.map(({ title, take }) => ({
    title,
    give: async (site: Site, world: World) => {
      const { home, unassigned } = world;
      const maker = await somebody(site, world, { admin: true });
      const url = `/v1/admin/organizations/${home.organizationId}/api-keys`;
      const body = { name: "A key", permissions: BOTH };
      const answer = await site.ask({ method: "POST", url, headers: { ...maker.headers }, body });
      const { id, key } = madeKey.parse(JSON.parse(answer.text));
      const standing = {
        role: null,
        permissions: BOTH,
        organizationIds: [home.organizationId],
        propertyIds: [home.propertyId, unassigned.propertyId],
        choseForeign: false,
        isKey: true,
      };
      const headers = { authorization: `Bearer ${key}` };
      const person: Person = { ...maker, title: "a key", userId: null, headers, standing };
      return { person, after: null, take: take(world, maker, id) };
    },
  })),
  {
    title: "a gateway's token",
    give: async (site, world) => {
      const { home } = world;
      const url = `/v1/admin/properties/${home.propertyId}/gateway-tokens`;
      const answer = await site.ask(asIonAdmin(world, "POST", url, { gateway_serial_number: home.names.gateway }));
      const { id, token } = madeToken.parse(JSON.parse(answer.text));
      const headers = { authorization: `Bearer ${token}` };
      const common = { title: "a gateway", userId: null, standing: null, knownOrganizations: [home.organizationId] };
      const person: Person = { ...common, headers, gatewayOf: home };
      return { person, after: null, take: asIonAdmin(world, "DELETE", `${url}/${id}`) };
    },
  },
];
