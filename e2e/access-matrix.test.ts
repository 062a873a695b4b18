import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { type Permission, permission } from "../contract/accounts/session.ts";
import { acceptInvitation, addMembership, type Invited, invite, roleIds, signIn } from "./people.ts";
import { addressOf, test as base } from "./test.ts";
import { arrival, type Right, routes, type Standing } from "./who-sees-what.ts";

const PROPERTY = "reporting.view_property_data_report";
const PORTFOLIO = "reporting.view_asset_data_report";
const both = permission.options;
const external = "/v1/admin/staff/organizations/users/external";
const staff = "/v1/admin/staff/organizations/users/staff";

/** An organization of the demo with its first property, and a leak case there. */
interface Place {
  id: number;
  property: number;
  leakCase: number;
}

/** Two organizations of the demo. */
interface Site {
  admin: Page["request"];
  home: Place;
  other: Place;
  /** Paths of accounts to be deleted in the end. */
  made: string[];
}

const test = base.extend("site", async ({ visit }, { onCleanup }): Promise<Site> => {
  const { request: admin } = await visit({ as: "admin" });
  const { results } = await (await admin.get("/v1/admin/staff/inventory/organizations?page_size=50")).json();
  const places: Place[] = [];
  for (const { id } of results) {
    const [first] = await (await admin.get(`/v1/organizations/${id}/properties`)).json();
    if (first === undefined) continue;
    const cases = await (await admin.get(`/v1/cases?property_id=${first.id}&page_size=1`)).json();
    places.push({ id, property: first.id, leakCase: cases.results[0]?.id });
  }
  const [home, other] = places;
  if (home === undefined || other === undefined) throw new Error("The demo has no two organizations with properties.");
  const made: string[] = [];
  onCleanup(async () => {
    for (const path of made) await admin.delete(path);
  });
  return { admin, home, other, made };
});

type Organizational = "organization admin" | "organization member";

const membership = (role: Organizational, permissions: readonly Permission[], place: Place) => ({
  role: roleIds[role],
  permissions,
  organization_id: place.id,
  assigned_properties: [place.property],
});

/** Makes an account in the home organization and signs it in in the page's browser. */
async function enter(
  page: Page,
  { admin, home, made }: Site,
  role: Organizational,
  permissions: readonly Permission[],
) {
  const person = await invite(admin, external, membership(role, permissions, home));
  made.push(`${external}/${person.id}`);
  await acceptInvitation(page, person);
  return person;
}

async function enterAsStaff(
  page: Page,
  { admin, home, made }: Site,
  permissions: readonly Permission[],
): Promise<void> {
  const access = { role: roleIds["ION staff"], permissions, assigned_organizations: [home.id] };
  const person = await invite(admin, staff, access);
  made.push(`${staff}/${person.id}`);
  await acceptInvitation(page, person);
}

/** A member of the home organization, with property reports, who is an admin of another with those of portfolios. */
async function enterInTwo(page: Page, site: Site, active: "home" | "other"): Promise<void> {
  const person = await enter(page, site, "organization member", [PROPERTY]);
  const more = membership("organization admin", [PORTFOLIO], site.other);
  await acceptInvitation(page, await addMembership(site.admin, person, more));
  await choose(page, site[active].id);
}

/** The organization that this browser acts in, as its calls will say. */
async function choose(page: Page, organization: number): Promise<void> {
  await page.addInitScript((id) => localStorage.setItem("dripline.organization", id), String(organization));
}

interface Actor extends Standing {
  title: string;
  enter: (page: Page, site: Site) => Promise<unknown>;
}

const rightsOf = (permissions: readonly Permission[]): Right[] => [
  ...(permissions.includes(PROPERTY) ? (["property"] as const) : []),
  ...(permissions.includes(PORTFOLIO) ? (["portfolio"] as const) : []),
];

/** Each role with each set of permissions. */
const plain: Actor[] = [both, [PROPERTY] as const, [PORTFOLIO] as const].flatMap((permissions) => {
  const [rights, rightsText] = [rightsOf(permissions), rightsOf(permissions).join(" and ")];
  const admins: readonly Right[] = [...rights, "admin"];
  return [
    {
      title: `ION staff, ${rightsText}`,
      isSignedIn: true,
      rights,
      enter: (page, site) => enterAsStaff(page, site, permissions),
    },
    ...(["organization admin", "organization member"] as const).map(
      (role): Actor => ({
        title: `${role}, ${rightsText}`,
        isSignedIn: true,
        rights: role === "organization admin" ? admins : rights,
        enter: (page, site) => enter(page, site, role, permissions),
      }),
    ),
  ] satisfies Actor[];
});

const member = (page: Page, site: Site) => enter(page, site, "organization member", [PROPERTY]);

const actors: readonly Actor[] = [
  {
    title: "IONAdmin",
    isSignedIn: true,
    rights: ["property", "portfolio", "ion-admin", "admin"],
    enter: (page) => signIn(page, "admin@dripline.example", "Leaky-Pipes-42!"),
  },
  ...plain,
  {
    title: "member here and admin there, here",
    isSignedIn: true,
    rights: ["property"],
    enter: (page, site) => enterInTwo(page, site, "home"),
  },
  {
    title: "member here and admin there, there",
    isSignedIn: true,
    rights: ["portfolio", "admin"],
    enter: (page, site) => enterInTwo(page, site, "other"),
  },
  {
    title: "member who chose an organization that is not theirs",
    isSignedIn: true,
    rights: ["property"],
    enter: async (page, site) => {
      await member(page, site);
      await choose(page, site.other.id);
    },
  },
  {
    title: "member whose only organization was taken away",
    isSignedIn: true,
    rights: [],
    enter: async (page, site) => {
      const { id } = await member(page, site);
      await site.admin.delete(`/v1/admin/external/organizations/${site.home.id}/users/${id}`);
    },
  },
  {
    title: "admin who must set up a second factor first",
    isSignedIn: true,
    rights: [],
    lacksSecondFactor: true,
    enter: async (page) => {
      await signIn(page, "admin@dripline.example", "Leaky-Pipes-42!");
      // As the server says it where staff must have one.
      await page.route("**/v1/me", async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), second_factor_missing: true } });
      });
    },
  },
  { title: "nobody", isSignedIn: false, rights: [], enter: async () => {} },
  {
    title: "somebody whose session was ended elsewhere",
    isSignedIn: false,
    rights: [],
    enter: async (page, site) => {
      await member(page, site);
      const { results } = await (await page.request.get("/v1/me/sessions")).json();
      await page.request.delete(`/v1/me/sessions/${results[0].id}`);
    },
  },
  {
    title: "a deleted user",
    isSignedIn: false,
    rights: [],
    enter: async (page, site) => {
      const { id }: Invited = await member(page, site);
      await site.admin.delete(`${external}/${id}`);
    },
  },
];

/**
 * Opens an address as a click would, without reloading the page, and waits until its screen stands.
 * @param whole until all that the screen shows has come
 */
async function goOn(page: Page, href: string, whole: boolean): Promise<void> {
  await page.evaluate((to) => window.__TSR_ROUTER__?.navigate({ href: to }), href);
  await page.waitForFunction((all) => {
    const main = document.querySelector("main");
    const isIdle = window.__TSR_ROUTER__?.state.status === "idle";
    if (!isIdle || main === null || main.innerText.trim() === "") return false;
    return (!all && main.querySelector("h1") !== null) || main.querySelector("[aria-busy=true]") === null;
  }, whole);
}

const expected = /status of (401|403)/;

describe.for(actors)("$title", { concurrent: true }, (actor) => {
  // Covers people-2, profile-1, profile-2
  test("every route works, or redirects as specified", { timeout: 300_000 }, async ({ visit, site }) => {
    const page = await visit({ expects: expected });
    await actor.enter(page, site);
    const rejections: string[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      // Whoever chose what is not theirs is rejected once, and the choice is forgotten.
      if (actor.isSignedIn && !pathname.startsWith("/v1/me") && [401, 403].includes(response.status())) {
        rejections.push(`${response.request().method()} ${pathname}: ${response.status()}`);
      }
      if (response.status() >= 500) rejections.push(`${pathname}: ${response.status()}`);
    });
    await page.goto("/forgot-password");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const known = await page.evaluate(() => Object.keys(window.__TSR_ROUTER__?.routesByPath ?? {}));
    expect(
      known.filter((route) => route !== "/$" && !(route in routes)),
      "routes that who-sees-what.ts does not know",
    ).toEqual([]);

    // Who may see least waits for names only; what each call answers to whom is tried without a browser.
    const whole = actor.rights.includes("property") && actor.rights.includes("portfolio");
    const [wrong, visited]: [string[], string[]] = [[], []];
    for (const route of known) {
      const routeAccess = routes[route];
      if (routeAccess === undefined) continue;
      const { property, leakCase } = site[actor.title.endsWith("there, there") ? "other" : "home"];
      const path = route.replace("$case_id", String(leakCase)).replace(/\$\w+/, String(property));
      await goOn(page, path, whole);
      const { pathname, searchParams } = addressOf(page);
      const wanted = arrival(routeAccess, path, actor);
      if (pathname !== wanted) wrong.push(`${path} led to ${pathname}, not ${wanted}`);
      if (wanted === "/login" && path !== "/login" && path !== "/" && searchParams.get("return_to") !== path) {
        wrong.push(`${path} is forgotten on the way to the login page`);
      }
      const mainText = await page.getByRole("main").innerText();
      if (/could not be loaded|Something went wrong|Page not found/.test(mainText))
        wrong.push(`${path}: ${mainText.slice(0, 200)}`);
      visited.push(route);
    }
    expect(wrong).toEqual([]);
    expect(rejections).toEqual([]);
    expect(visited.length).toBeGreaterThan(25);
  });
});

test("there are sixteen actors or more", () => {
  expect(actors.length).toBeGreaterThanOrEqual(16);
});
