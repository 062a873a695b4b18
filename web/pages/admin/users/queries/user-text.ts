import { t } from "@lingui/core/macro";
import type { Role } from "../../../../../contract/accounts/session.ts";
import type { User } from "../../../../../contract/accounts/users.ts";
import { roleNames } from "../../../../app/role-names.ts";
import { locale } from "../../../../language/language.ts";

type Named = Pick<User, "first_name" | "last_name" | "email">;

/** First and last name; the e-mail where there is neither. */
export function userName({ first_name, last_name, email }: Named): string {
  return [first_name, last_name].filter((part) => part !== "").join(" ") || email;
}

/** What somebody is, each role once; nothing where every organization was taken from them. */
export function rolesLabel({ roles }: { roles: readonly { name: Role }[] }): string {
  return roles.map(({ name }) => roleNames[name]).join(", ") || t`No role`;
}

const severalRoles = [
  t`Users with more than one role cannot be edited.`,
  t`An admin of one of their organizations has to revoke their access there first.`,
].join(" ");

/** Why a user cannot be edited, and what would change that; null: they can. */
export function whyNotEdited({ is_read_only, roles }: Pick<User, "is_read_only" | "roles">): string | null {
  return is_read_only || roles.length > 1 ? severalRoles : null;
}

/** Why a user cannot be deleted, or their access revoked; null: they can. @param me the id of who would do it */
export function whyNotRemoved({ id }: Pick<User, "id">, me: number): string | null {
  return id === me ? t`You cannot remove yourself. Ask another administrator.` : null;
}

/** What is lost, and what stays, when an organization is taken from a user. */
export function lostOrganization(user: Named, { name }: { name: string }): string {
  const who = userName(user) === user.email ? user.email : `${userName(user)} (${user.email})`;
  return t`${who} is deleted from ${name} and sees nothing of it from now on. The account itself stays, with other organizations that it is in.`;
}

const day = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });
const time = { hour: "numeric", minute: "2-digit" } as const;
const moment = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", ...time });
const longAgo = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", year: "numeric", ...time });

/** An instant as "Nov 22, 8:43 AM", in the zone of whoever looks; of another year with it. */
export function formatInstant(instant: string): string {
  const at = new Date(instant);
  return (at.getFullYear() === new Date().getFullYear() ? moment : longAgo).format(at);
}

export interface AccountState {
  kind: "active" | "invited" | "expired";
  label: string;
}

/** Whether somebody can sign in, or is invited and until when. */
export function accountState({ invitation }: Pick<User, "invitation">): AccountState {
  if (invitation === null) return { kind: "active", label: t`Active` };
  if (invitation.is_expired || invitation.expires_at === null) return { kind: "expired", label: t`Invitation expired` };
  return { kind: "invited", label: t`Invited until ${day.format(new Date(invitation.expires_at))}` };
}

/** Names that a cell has room for; the rest is counted. */
const MOST_NAMES = 2;

/** The first two names, and those that only a count stands for. */
export function firstNames(rows: readonly { name: string }[]): { shown: string; more: string[] } {
  const names = rows.map(({ name }) => name);
  return { shown: names.slice(0, MOST_NAMES).join(", "), more: names.slice(MOST_NAMES) };
}
