import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import { previousPeriodName } from "./comparison.ts";
import classes from "./PeriodTabs.module.css";
import type { PeriodName } from "./period.ts";

export interface ComparisonSelectProps {
  period: PeriodName;
  /** Whether there is a comparison. */
  value: boolean;
  onChange: (value: "previous_period" | undefined) => void;
}

/** With which days figures are compared. Today so far is compared with none. */
export function ComparisonSelect({ period, value, onChange }: ComparisonSelectProps): ReactNode {
  const id = useId();
  const previous = previousPeriodName(period);
  return (
    <span className={classes.comparison}>
      <label htmlFor={id}>
        <Trans>Compare</Trans>
      </label>
      <select
        id={id}
        value={previous && value ? "previous_period" : "none"}
        disabled={previous === undefined}
        onChange={(event) => onChange(event.currentTarget.value === "none" ? undefined : "previous_period")}
      >
        <option value="none">{t`No Comparison`}</option>
        {previous && <option value="previous_period">{previous}</option>}
      </select>
    </span>
  );
}
