import { t } from "@lingui/core/macro";
import type { LinkProps } from "@tanstack/react-router";
import type { Me } from "../../../contract/accounts/session.ts";
import { Gallon } from "../../language/measure.ts";
import { type Access, mayAccess } from "../access.ts";
import type { Place } from "./places.ts";
import { sectionsOf } from "./sections.ts";

/** Synonyms by which people search for a screen. */
const synonyms: Readonly<Record<string, string>> = {
  "/cases": t`work list to do repairs assign fix verified`,
  "/top5-leaks-home": t`start today repairs`,
  "/top5-leaks-details": t`leak list`,
  "/history": t`consumption meters units`,
  "/gateway-device-health": t`offline devices meters gateways battery`,
  "/cockpit": t`portfolio dashboard savings repairs map`,
  "/properties": t`buildings list`,
  "/portfolio-gateway-device-health": t`offline devices meters gateways`,
  "/finance": t`cost dollars expense money`,
  "/admin/users": t`users people access invite permissions roles`,
  "/admin/data": t`imports readings quarantine corrections upload`,
  "/admin/settings": t`rules price keys retention`,
  "/admin/audit-log": t`record changes sign-ins`,
  "/admin/start": t`set up onboarding`,
  "/alerts": t`issues notifications`,
  "/notifications": t`mail e-mail digest quiet hours alerts messages`,
  "/profile": t`account password language second factor sessions`,
};

interface Listed {
  label: string;
  /** Search terms in addition to the label. */
  words: string;
  about: string;
  /** Whoever has one of them finds it. */
  access: readonly Access[];
  to: Pick<LinkProps, "to" | "search">;
}

/** Screens that no menu names. */
const otherScreens: readonly Listed[] = [
  {
    label: t`Owner's Report`,
    words: t`owners report pdf print monthly`,
    about: t`Portfolio Insights`,
    access: ["portfolio"],
    to: { to: "/owner-report" },
  },
  {
    label: t`Compare Periods`,
    words: t`comparison difference better worse`,
    about: t`Portfolio Insights`,
    access: ["portfolio"],
    to: { to: "/compare-periods" },
  },
  {
    label: t`My cases`,
    words: t`round phone technician offline scan assigned to me`,
    about: t`Property Insights`,
    access: ["property"],
    to: { to: "/my-cases" },
  },
  {
    label: t`Case times`,
    words: t`how long response time median performance of people vendors`,
    about: t`Leak Cases`,
    access: ["property", "portfolio"],
    to: { to: "/cases/times" },
  },
  {
    label: t`Alerts`,
    words: synonyms["/alerts"] ?? "",
    about: "",
    access: ["property", "portfolio"],
    to: { to: "/alerts" },
  },
];

const actions: readonly Listed[] = [
  {
    label: t`Set Custom Cost per ${Gallon}`,
    words: t`price rate water dollars`,
    about: t`Finance`,
    access: ["portfolio"],
    to: { to: "/finance", search: { dialog: "custom-cost" } },
  },
  {
    label: t`Default Price`,
    words: t`price rate cost per gallon water`,
    about: t`Settings`,
    access: ["admin"],
    to: { to: "/admin/settings", search: { tab: "price" } },
  },
  {
    label: t`Leak Rules`,
    words: t`settings thresholds`,
    about: t`Settings`,
    access: ["admin"],
    to: { to: "/admin/settings", search: { tab: "leaks" } },
  },
  {
    label: t`API Keys`,
    words: t`settings integration token`,
    about: t`Settings`,
    access: ["admin"],
    to: { to: "/admin/settings", search: { tab: "api-keys" } },
  },
  {
    label: t`Routes`,
    words: t`settings notifications escalation on call who is notified`,
    about: t`Settings`,
    access: ["admin"],
    to: { to: "/admin/settings", search: { tab: "routes" } },
  },
  {
    label: t`Webhooks`,
    words: t`settings notifications slack teams integration`,
    about: t`Settings`,
    access: ["admin"],
    to: { to: "/admin/settings", search: { tab: "webhooks" } },
  },
  {
    label: t`Deliveries`,
    words: t`mails messages sent failed notifications`,
    about: t`Settings`,
    access: ["admin"],
    to: { to: "/admin/settings", search: { tab: "deliveries" } },
  },
  {
    label: t`Create User`,
    words: t`add new invite person`,
    about: t`User Management`,
    access: ["admin"],
    to: { to: "/admin/users", search: { dialog: "create" } },
  },
];

/** What the window itself can do. */
export interface OwnActions {
  /** "Dark mode" where it is light. */
  colours: { label: string; run: () => void };
  logout: () => void;
}

/** The screens that the user may open and whose name or search terms match the text; all of them for an empty text. */
export function screensNamed(me: Me, text: string): Place[] {
  const items = sectionsOf(me).flatMap(({ name, items: own }) =>
    own.map(({ label, to }) => ({ label, about: name, to, words: synonyms[to] ?? "" })),
  );
  // A screen of two menus is found once.
  const menu = items.filter(({ to }, index) => items.findIndex((other) => other.to === to) === index);
  const listed = otherScreens.filter(({ access }) => access.some((one) => mayAccess(me, one)));
  return [
    ...menu.map(({ to, ...screen }) => ({ ...screen, to: { to } })),
    ...listed,
    {
      label: t`My notifications`,
      about: "",
      words: synonyms["/notifications"] ?? "",
      to: { to: "/notifications" },
    } as const,
    { label: t`Profile`, about: "", words: synonyms["/profile"] ?? "", to: { to: "/profile" } } as const,
  ]
    .filter(({ label, words }) => isNamed(text, label, words))
    .map(({ label, about, to }) => ({ kind: "screen", key: to.to ?? label, label, about: about || undefined, to }));
}

/** The global actions whose name or search terms match the text; none for an empty text. */
export function actionsNamed(me: Me, text: string, own: OwnActions): Place[] {
  if (text.trim() === "") return [];
  const all = [
    ...actions.filter(({ access }) => access.some((one) => mayAccess(me, one))),
    { label: own.colours.label, words: t`dark light mode colors colours theme`, about: "", to: own.colours.run },
    { label: t`Logout`, words: t`log sign out`, about: "", to: own.logout },
  ];
  return all
    .filter(({ label, words }) => isNamed(text, label, words))
    .map(({ label, about, to }) => ({ kind: "action", key: `action ${label}`, label, about: about || undefined, to }));
}

/** Whether each word of the text is a prefix of a word in the label or search terms, or the label contains the text. */
function isNamed(text: string, label: string, words: string): boolean {
  const wanted = text.trim().toLowerCase();
  if (label.toLowerCase().includes(wanted)) return true;
  const known = `${label} ${words}`.toLowerCase().split(/\s+/);
  return wanted.split(/\s+/).every((word) => known.some((one) => one.startsWith(word)));
}
