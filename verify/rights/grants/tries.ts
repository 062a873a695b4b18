import type { Permission } from "../../../contract/accounts/session.ts";
import {
  type ActorName,
  type Area,
  ASSET,
  BOTH,
  PROPERTY,
  type PropertyName,
  powers,
  type Target,
  targets,
} from "./people.ts";

/** The calls that create and change users: staff's, external users', of each organization, and further memberships. */
export const ways = ["staff", "external", "north", "south", "membership"] as const;
export type Way = (typeof ways)[number];

/** What is given; what is undefined is left out of the request. */
export interface Given {
  role?: 1 | 2 | 3 | 4;
  permissions?: readonly Permission[];
  areas?: readonly Area[];
  properties?: readonly PropertyName[];
  email?: string;
  first_name?: string;
  /** Of a new user, further organizations beside the one above; of another one, all organizations, and none above. */
  memberships?: readonly GivenMembership[];
}

/** What is given in one of several organizations. */
export interface GivenMembership {
  role: 3 | 4;
  permissions: readonly Permission[];
  area: Area;
  properties: readonly PropertyName[];
}

/** One attempt to give somebody something, or to take an account or an organization away from them. */
export interface Try {
  actor: ActorName;
  way: Way;
  target: Target;
  /** null: they are removed. */
  given: Given | null;
}

const roles = [1, 2, 3, 4] as const;
const permissionSets = [[ASSET], [PROPERTY], BOTH] as const;
const areaSets: readonly (readonly Area[])[] = [["north"], ["south"], ["north", "south"]];
const propertySets: readonly (readonly PropertyName[])[] = [["N1"], ["N1", "N2"], ["S1"], ["N1", "S1"], ["nobody's"]];

/** All that a call can be given, whole: every role, permissions, organizations and properties that it takes. */
function whole(way: Way): Given[] {
  // What a call does not take is not varied.
  const areas =
    way === "staff" || way === "external" ? areaSets : way === "membership" ? areaSets.slice(0, 2) : [undefined];
  const properties = way === "staff" ? [undefined] : propertySets;
  return roles.flatMap((role) =>
    permissionSets.flatMap((permissions) =>
      areas.flatMap((where) =>
        properties.map((which) => ({
          role,
          permissions,
          ...(where === undefined ? {} : { areas: where }),
          ...(which === undefined ? {} : { properties: which }),
        })),
      ),
    ),
  );
}

/** One field and no more, as a change may be. */
function single(way: Way): Given[] {
  return [
    {},
    ...roles.map((role) => ({ role })),
    ...permissionSets.map((permissions) => ({ permissions })),
    ...(way === "staff" || way === "external" ? areaSets.map((areas) => ({ areas })) : []),
    ...(way === "staff" ? [] : propertySets.map((properties) => ({ properties }))),
    { email: "taken-over@people.example" },
    { first_name: "Renamed" },
  ];
}

/** Rights in one organization: those that most may give there, more than some may, and properties of elsewhere. */
const membershipSet: readonly GivenMembership[] = [
  { role: 4, permissions: [PROPERTY], area: "north", properties: ["N1"] },
  { role: 3, permissions: BOTH, area: "north", properties: ["N1", "N2"] },
  { role: 4, permissions: [ASSET], area: "north", properties: ["S1"] },
  { role: 4, permissions: [PROPERTY], area: "south", properties: ["S1"] },
  { role: 3, permissions: BOTH, area: "south", properties: ["S1"] },
  { role: 4, permissions: [ASSET], area: "south", properties: ["nobody's"] },
];

/** Several organizations in one request: none, one, both of them and one of them twice. */
function several(target: Target): Given[] {
  const lists = [
    [],
    ...membershipSet.map((one) => [one]),
    ...membershipSet.flatMap((one, i) => membershipSet.slice(i + 1).map((other) => [one, other])),
  ];
  const first: Given = { role: 4, permissions: [PROPERTY], areas: ["north"], properties: ["N1"] };
  if (target === "new") return lists.map((memberships) => ({ ...first, memberships }));
  const one = membershipSet.slice(0, 1);
  return [
    ...lists.map((memberships) => ({ memberships })),
    { ...first, memberships: one },
    { memberships: one, email: "taken-over@people.example" },
  ];
}

const actors = Object.keys(powers).filter((name): name is ActorName => name in powers);

/** Every attempt: all actors on all targets by all calls. */
export function everyTry(): Try[] {
  return actors.flatMap((actor) =>
    ways.flatMap((way) =>
      targets.flatMap((target): Try[] => {
        const at = (given: Given | null) => ({ actor, way, target, given });
        if (way === "membership") return target === "new" ? [] : whole(way).map(at);
        const together = way === "external" ? several(target) : [];
        if (target === "new") return [...whole(way), {}, ...together].map(at);
        return [...whole(way), ...single(way), ...together, null].map(at);
      }),
    ),
  );
}
