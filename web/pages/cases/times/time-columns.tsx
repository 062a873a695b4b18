import { t } from "@lingui/core/macro";
import type { CaseTimes } from "../../../../contract/leaks/case-times.ts";
import { HYBRID_LEAK, leakTypeNames } from "../../../components/labels.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { numberColumn, percentColumn } from "../../../components/table/columns.tsx";
import classes from "../list/cases.module.css";
import type { TimesBy } from "./times-search.ts";

/** What a row is about: the name of a property, an e-mail address, or a kind of leak. */
export function timesName({ name }: CaseTimes, by: TimesBy): string {
  if (by === "kind") return leakTypeNames[name] ?? HYBRID_LEAK;
  return name === "" ? t`Unassigned` : name;
}

const heads: Readonly<Record<TimesBy, string>> = {
  property: t`Property`,
  person: t`Assigned to`,
  kind: t`Leak Type`,
};

export function timeColumns(by: TimesBy): TableColumn<CaseTimes>[] {
  const hours = (
    id: "hours_to_acknowledged" | "hours_to_assigned" | "hours_to_fixed" | "hours_to_verified",
    header: string,
    hint: string,
  ) => numberColumn(id, header, { unit: "h", decimals: 1, sortable: id, hint, width: 150 });
  return [
    {
      id: "name",
      header: heads[by],
      sortable: "name",
      card: "title",
      pinned: true,
      cell: (row) => <span className={classes.place}>{timesName(row, by)}</span>,
      text: (row) => timesName(row, by),
    },
    numberColumn("cases", t`Cases`, {
      sortable: "cases",
      width: 110,
      hint: t`Found in the period, except cases marked as not a leak`,
    }),
    hours("hours_to_acknowledged", t`Acknowledged`, t`Median hours until somebody reported something`),
    hours("hours_to_assigned", t`Assigned`, t`Median hours until it was assigned`),
    { ...hours("hours_to_fixed", t`Fixed`, t`Median hours until the last reported fix`), card: "main" },
    hours("hours_to_verified", t`Verified`, t`Median hours until the meter verified the fix`),
    numberColumn("fixed", t`Fixes`, { sortable: "fixed", width: 100, hint: t`Cases with a reported fix` }),
    numberColumn("held", t`Held`, { sortable: "held", width: 100, hint: t`Fixes that the meter verified` }),
    percentColumn("held_percentage", t`Fixes That Held`, {
      sortable: "held_percentage",
      card: "main",
      width: 160,
      hint: t`Verified fixes, as a percentage of verified and failed ones; fixes not yet verified do not count`,
    }),
  ];
}
