import { t } from "@lingui/core/macro";
import { Switch } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import type { Reason } from "../../../../../contract/leaks/leaks.ts";
import { Chart } from "../../../../components/chart/Chart.tsx";
import classes from "../explanation.module.css";
import type { Why } from "../view/use-why.ts";
import { amountText, evidenceOf } from "./evidence.ts";
import { ruleName, signOf } from "./rule-text.ts";

/** The hours that a rule looked at, with the day before them. */
export function EvidenceChart({ why, reason, meter }: { why: Why; reason: Reason; meter: string }): ReactNode {
  const [whole, setWhole] = useState(false);
  const { hours, leak, time_zone: zone } = why;
  const type = leak.leak_type;
  const drawn = useMemo(() => evidenceOf(reason, hours, { zone, type, whole }), [reason, hours, zone, type, whole]);
  const { points, series, axis, secondAxis, goal, bands, cutAt } = drawn;
  return (
    <div>
      <Chart
        title={t`${ruleName(signOf(reason))}: the hours looked at`}
        pointHeader={t`Hour`}
        points={points}
        series={series}
        axis={axis}
        secondAxis={secondAxis}
        goal={goal}
        bands={bands}
        height={210}
        empty={{ sentence: t`The hours that were looked at are no longer kept.` }}
        fileName={`leak ${meter} ${reason.rule}`}
      />
      <div className={classes.cut}>
        {(cutAt !== null || whole) && (
          <Switch
            label={
              cutAt === null ? t`Bars shown whole` : t`Bars cut off at ${amountText(cutAt, "gallons")}; show them whole`
            }
            checked={whole}
            onChange={(event) => setWhole(event.currentTarget.checked)}
          />
        )}
      </div>
    </div>
  );
}
