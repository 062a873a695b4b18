import type { Screen } from "./load/screen.ts";

const ADMIN = { account: "admin@dripline.example" };
/** Cells of a table without its first two columns, which may be boxes and names; cards on a phone. */
const CELLS = "main tbody td:nth-child(n+2), main li[data-row]";
const menu = (label: string) => `header nav a:text-is('${label}')`;
const tab = (label: string) => `main [role=tab]:has-text('${label}')`;

/** The screens of the administration and of one's own account, opened for a property of the demo. */
export function adminScreensOf(propertyId: number): readonly Screen[] {
  const users = "/admin/users";
  const inventory = `/admin/properties/${propertyId}`;
  return [
    {
      ...ADMIN,
      name: users,
      path: users,
      figures: CELLS,
      way: { from: "/admin/organizations", clicks: [menu("User Management")] },
    },
    {
      ...ADMIN,
      name: "/admin/organizations",
      path: "/admin/organizations",
      figures: CELLS,
      way: { from: users, clicks: [menu("Organizations")] },
    },
    {
      ...ADMIN,
      name: "/admin/properties",
      path: "/admin/properties",
      figures: CELLS,
      way: { from: users, clicks: [menu("Properties")] },
    },
    {
      ...ADMIN,
      name: "/admin/properties/{id}",
      path: inventory,
      figures: CELLS,
      way: { from: "/admin/properties", clicks: ["main tbody strong"] },
    },
    {
      ...ADMIN,
      name: "/admin/properties/{id}?tab=meters",
      path: `${inventory}?tab=meters`,
      figures: CELLS,
      way: { from: inventory, clicks: [tab("Meters")] },
    },
    {
      ...ADMIN,
      name: "/admin/data",
      path: `/admin/data?property_id=${propertyId}`,
      figures: "main h2",
      isText: true,
      way: { from: users, clicks: [menu("Data")] },
    },
    {
      ...ADMIN,
      name: "/admin/settings",
      path: "/admin/settings",
      figures: "main form input",
      isText: true,
      way: { from: users, clicks: [menu("Settings")] },
    },
    {
      ...ADMIN,
      name: "/admin/audit-log",
      path: "/admin/audit-log",
      figures: CELLS,
      way: { from: users, clicks: [menu("Audit Log")] },
    },
    {
      ...ADMIN,
      name: "/admin/start",
      path: `/admin/start?property_id=${propertyId}`,
      figures: "main li",
      way: { from: users, clicks: [menu("Getting Started")] },
    },
    {
      ...ADMIN,
      name: "/alerts",
      path: "/alerts",
      figures: "main tbody td, main li",
      way: { from: users, clicks: ["header a[href='/alerts']"] },
    },
    {
      ...ADMIN,
      name: "/profile",
      path: "/profile",
      figures: "main section li",
      way: { from: users, clicks: ["header button[aria-label^='User menu']", "[role=menuitem]:has-text('Profile')"] },
    },
  ];
}
