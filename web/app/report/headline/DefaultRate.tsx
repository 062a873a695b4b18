import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { InfoTip } from "../../../components/InfoTip.tsx";
import { mayAccess } from "../../access.ts";
import { useMe } from "../../use-me.ts";
import type { ReportSearch } from "../search/report-search-fields.ts";
import { defaultRateMessage, type WithoutRate } from "./default-rate.ts";
import classes from "./headline.module.css";

interface Props extends Partial<WithoutRate> {
  /** Why it is there, in place of a sentence with numbers; null: it is not there. */
  message?: string | null;
  search: ReportSearch;
}

/**
 * A "Default rate" mark where dollars are at the default rate; for people with access to Finance it links to the form
 * that sets one. It stands in a panel's header so that nothing below moves when it loads.
 */
export function DefaultRate({
  units = 0,
  leaksOutsideUnits = 0,
  message = defaultRateMessage({ units, leaksOutsideUnits }),
  search,
}: Props): ReactNode {
  const me = useMe();
  if (message === null) return null;
  return (
    <span className={classes.rate}>
      {mayAccess(me, "portfolio") ? (
        <Link to="/finance" search={{ ...search, tab: undefined, dialog: "custom-cost" }} title={t`Set a rate`}>
          <Trans>Default rate</Trans>
        </Link>
      ) : (
        <span>
          <Trans>Default rate</Trans>
        </span>
      )}
      <InfoTip label={message} />
    </span>
  );
}
