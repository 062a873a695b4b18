import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Switch } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import type { Quarantined } from "../../../../../contract/readings/repairs.ts";
import { Chart } from "../../../../components/chart/Chart.tsx";
import { formatGallonsUnit } from "../../../../components/format.ts";
import { meterAndHour } from "../correct/meter-and-hour.ts";
import type { PropertyDataView } from "../view/use-data.ts";
import { heldHours } from "./held-hours.ts";
import classes from "./quarantine.module.css";
import { measuredTimeText, quarantineReason } from "./quarantined-text.ts";

/** A register that fell is a swapped or reset meter more often than a wrong figure; anything else is wrong more often than not. */
const isSwap = ({ sort, finding }: Quarantined) => sort === "registers" && finding === "fell";

/** Something doubtful with the hours around it, and the two ways to decide. */
export function HeldChart({
  held,
  view,
}: {
  held: Quarantined;
  view: Pick<PropertyDataView, "zone" | "open">;
}): ReactNode {
  const [whole, setWhole] = useState(false);
  const { zone } = view;
  const { points, series, bands, axis, cutAt } = useMemo(() => heldHours(held, zone, whole), [held, zone, whole]);
  return (
    <div className={classes.held}>
      <div className={classes.words}>
        <p>
          <Trans>{quarantineReason(held)} Until somebody decides, it is kept and in no figure.</Trans>
        </p>
        <p className={classes.soft}>{measuredTimeText(held, zone)}</p>
        {held.decision === null ? (
          <div className={classes.actions}>
            {isSwap(held) && (
              <Button onClick={() => view.open("accept", held.id)}>
                <Trans>Say what it was</Trans>
              </Button>
            )}
            <Button variant={isSwap(held) ? "default" : "filled"} onClick={() => view.open("reject", held.id)}>
              <Trans>Reject</Trans>
            </Button>
            {!isSwap(held) && (
              <Button variant="default" onClick={() => view.open("accept", held.id)}>
                {held.sort === "registers" ? t`Say what it was` : t`Count this reading`}
              </Button>
            )}
            {held.sort === "hour" && (
              <Button
                variant="default"
                onClick={() =>
                  view.open("correct", meterAndHour({ meter: held.meter_serial_number, hour: held.measured_at }))
                }
              >
                <Trans>Correct the hour</Trans>
              </Button>
            )}
          </div>
        ) : (
          held.repair_id !== null && (
            <div className={classes.actions}>
              <Button variant="default" onClick={() => held.repair_id !== null && view.open("repair", held.repair_id)}>
                <Trans>See the decision</Trans>
              </Button>
            </div>
          )
        )}
        {(cutAt !== null || whole) && (
          <Switch
            label={
              cutAt === null ? t`Bars shown whole` : t`Bars cut off at ${formatGallonsUnit(cutAt, 1)}; show them whole`
            }
            checked={whole}
            onChange={(event) => setWhole(event.currentTarget.checked)}
          />
        )}
      </div>
      <div className={classes.chart}>
        <Chart
          title={t`Meter ${held.meter_serial_number}: the hours around`}
          pointHeader={t`Hour`}
          points={points}
          series={series}
          axis={axis}
          bands={bands}
          height={170}
          empty={{ sentence: t`The hours around it are no longer kept.` }}
          fileName={`quarantine ${held.meter_serial_number}`}
        />
      </div>
    </div>
  );
}
