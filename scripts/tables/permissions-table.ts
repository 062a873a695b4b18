import { type Permission, permission, type Role, role } from "../../contract/accounts/session.ts";
import { type CallName, calls } from "../../contract/calls.ts";
import { isForKeys } from "../../server/http/route/route.ts";
import { isAllowed, type Policy } from "../../server/query/is-allowed.ts";

const NO = "–";
const names: Record<Permission, string> = {
  "reporting.view_property_data_report": "Property",
  "reporting.view_asset_data_report": "Portfolio",
};

/** Which calls are open to whom, as the server itself decides: a table in Markdown, the calls in the contract's order. */
export function permissionsTable(): string {
  const heads = ["call", "without a session", ...role.options, "API key"];
  const rows = callNames().map((name) => `| \`${name}\` | ${cells(name).join(" | ")} |`);
  return [`| ${heads.join(" | ")} |`, `|${"---|".repeat(heads.length)}`, ...rows].join("\n");
}

function cells(name: CallName): string[] {
  const { access } = calls[name];
  if (access === "public") return ["yes", ...role.options.map(() => "yes"), NO];
  if (access === "gateway") return ["gateway's token", ...role.options.map(() => NO), NO];
  const people = role.options.map((one) => (one === "IONAdmin" ? withAll(access) : needed(access, one)));
  return [NO, ...people, isForKeys(name, access) ? needed(access, null) : NO];
}

/** IONAdmins have every permission. */
function withAll(access: Policy): string {
  return isAllowed(access, { role: "IONAdmin", isStaff: true, permissions: permission.options }) ? "yes" : NO;
}

/** What somebody of a role needs besides it. */
function needed(access: Policy, one: Role | null): string {
  const isOpen = (permissions: Permission[]) =>
    isAllowed(access, { role: one, isStaff: one === "ION staff", permissions });
  if (isOpen([])) return "yes";
  const enough = permission.options.toReversed().filter((given) => isOpen([given]));
  return enough.length === 0 ? NO : enough.map((given) => names[given]).join(" or ");
}

function callNames(): CallName[] {
  const isCall = (name: string): name is CallName => Object.hasOwn(calls, name);
  return Object.keys(calls).filter(isCall);
}
