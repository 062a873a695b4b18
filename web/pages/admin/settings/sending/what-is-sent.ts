import { t } from "@lingui/core/macro";
import { type NoticeKind, noticeKinds } from "../../../../../contract/notifications/notice-kinds.ts";
import type { FieldNames } from "../../../../app/form/newer-values.ts";
import { numberError } from "../../../../app/form/rules.ts";
import type { Rules } from "../../../../app/form/use-entry.ts";
import { formatDollars } from "../../../../components/format.ts";
import { noticeNames } from "../../../../components/labels.ts";
import { idsIn, kindsIn, listed } from "../../../notifications/settings-form.ts";

/** Bound of the contract. */
const MOST_COST = 1_000_000;

/** Of what an organization sends something, as it is typed; lists with commas between. */
export type SentField = "kinds" | "which_properties" | "property_ids" | "least_cost";
export type SentForm = Record<SentField, string>;

/** The same as calls have it. */
export interface Sent {
  kinds: readonly NoticeKind[];
  /** null: all, also those to come. */
  propertyIds: readonly number[] | null;
  leastCost: number;
}

export function sentForm({ kinds, propertyIds, leastCost }: Sent): SentForm {
  return {
    kinds: listed(noticeKinds.filter((kind) => kinds.includes(kind))),
    which_properties: propertyIds === null ? "all" : "chosen",
    property_ids: listed(propertyIds ?? []),
    least_cost: String(leastCost),
  };
}

export function sentIn({ kinds, which_properties, property_ids, least_cost }: SentForm) {
  return {
    kinds: kindsIn(kinds),
    propertyIds: which_properties === "all" ? null : idsIn(property_ids),
    leastCost: Number(least_cost.trim().replace(",", ".")),
  };
}

export const sentRules: Rules<SentForm> = {
  kinds: (kinds) => (kinds === "" ? t`Choose at least one kind.` : null),
  property_ids: (ids, { which_properties }) =>
    which_properties === "chosen" && ids === "" ? t`Choose at least one property, or all.` : null,
  least_cost: (text) => {
    const amount = text.trim().replace(",", ".");
    if (/^\d+\.\d{3,}$/.test(amount)) return t`Give the amount with at most two decimals.`;
    return numberError(amount, 0, MOST_COST, false);
  },
};

export const sentNames: FieldNames<SentField> = {
  kinds: t`What is sent`,
  which_properties: t`Which properties`,
  property_ids: t`Properties`,
  least_cost: t`Least cost a day`,
};

/** What is typed as people read it, where somebody else changed it. */
export function sentText(field: SentField, value: string): string {
  if (field === "kinds") return kindsText(kindsIn(value));
  if (field === "which_properties") return value === "all" ? t`All, also those to come` : t`Only some`;
  return field === "property_ids" ? String(idsIn(value).length) : value;
}

/** "Leak found, Deadline over" */
export function kindsText(kinds: readonly NoticeKind[]): string {
  if (kinds.length === noticeKinds.length) return t`All kinds`;
  return noticeKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => noticeNames[kind])
    .join(", ");
}

/** Names of properties. @param names undefined: not known (yet) */
export function propertiesText(ids: readonly number[] | null, names: ReadonlyMap<number, string> | undefined): string {
  if (ids === null) return t`All, also those to come`;
  if (ids.length === 0) return t`None any more`;
  return ids.map((id) => names?.get(id) ?? t`Property ${id}`).join(", ");
}

/** "$2.00 a day" */
export function leastCostText(cost: number): string {
  return cost === 0 ? t`Any` : t`From ${formatDollars(cost, 2)} a day`;
}
