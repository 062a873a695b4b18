import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMediaQuery } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import type { LeakDetailOverview } from "../../../../../contract/reporting/leak-details.ts";
import { leakTarget } from "../../../../app/report/leak-target.ts";
import { LeakTypeBadge } from "../../../../components/badges/LeakTypeBadge.tsx";
import { formatGallonsUnit } from "../../../../components/format.ts";
import { attachedToName } from "../../../../components/labels.ts";
import explanation from "../explanation.module.css";
import classes from "../leak-detail.module.css";
import type { DetailView } from "../view/detail-view.ts";
import { type UnitMeter, type UnitSum, unitRule, unitSum } from "./unit-sum.ts";

/**
 * Shown if the unit's leak is not that of this meter alone: the unit's as in the list, its sum over the meters (the
 * other meters as links), and the rule of that sum.
 */
export function UnitMeters({ view, overview }: { view: DetailView; overview: LeakDetailOverview }): ReactNode {
  // A phone has no room for the sum beside the figures, and what stands below shall not move for it.
  const phone = useMediaQuery("(max-width: 40em)", undefined, { getInitialValueInEffect: false });
  const { unit_meters, unit_leak_type, unit_gallons_leaked, meter_serial_number: serial, gallons_leaked } = overview;
  if (unit_leak_type === null || unit_gallons_leaked === null) return null;
  const isAlone = unit_meters.every((meter) => meter.meter_serial_number === serial);
  if (isAlone && unit_gallons_leaked === gallons_leaked) return null;
  const sum = unitSum(unit_gallons_leaked, unit_meters);
  const rule = unitRule(sum);
  const parts = <Parts sum={sum} view={view} overview={overview} />;
  return (
    <div className={classes.unit}>
      <span className={classes.sum}>
        <Trans>
          This unit: <LeakTypeBadge leakType={unit_leak_type} /> {formatGallonsUnit(unit_gallons_leaked, sum.decimals)}
        </Trans>
      </span>
      {!phone && parts}
      {(phone || rule !== null) && (
        <details className={explanation.details}>
          <summary>{phone ? t`How its meters make that` : t`Why they are not added up`}</summary>
          {phone && parts}
          {rule !== null && <p className={classes.rule}>{rule}</p>}
        </details>
      )}
    </div>
  );
}

/** The sum, a line for each part. */
function Parts({ sum, view, overview }: { sum: UnitSum; view: DetailView; overview: LeakDetailOverview }): ReactNode {
  const gallons = (volume: number) => formatGallonsUnit(volume, sum.decimals);
  const meter = (of: UnitMeter) => <Meter meter={of} gallons={gallons} view={view} overview={overview} />;
  return (
    <ul className={classes.leaks} aria-label={t`What leaked in the unit, by meter`}>
      {sum.counted.map((of, place) => (
        <li key={of.meter_serial_number}>
          {place > 0 && "+ "}
          {meter(of)}
        </li>
      ))}
      {sum.beside.length > 0 && (
        <li>
          {sum.rest > 0 ? t`+ ${gallons(sum.rest)} beyond that, out of ` : t`Not added: `}
          {sum.beside.map((of, place) => (
            <Fragment key={of.meter_serial_number}>
              {place > 0 && t` and `}
              {meter(of)}
            </Fragment>
          ))}
        </li>
      )}
      {sum.rest < 0 && <li>{t`− ${gallons(-sum.rest)} that do not count`}</li>}
    </ul>
  );
}

interface MeterProps {
  meter: UnitMeter;
  gallons: (volume: number) => string;
  view: DetailView;
  overview: LeakDetailOverview;
}

/** What a meter of the unit lost, with the way to its own page. */
function Meter({ meter, gallons, view, overview: { meter_serial_number, property_id } }: MeterProps): ReactNode {
  const { meter_serial_number: serial } = meter;
  const attached_to = attachedToName(meter.attached_to);
  return (
    <>
      {t`${gallons(meter.gallons_leaked)} of `}
      {serial === meter_serial_number ? (
        t`this meter (${attached_to})`
      ) : (
        <Link {...leakTarget(view.from, { meter_serial_number: serial, property_id }, view.period)}>
          {t`${attached_to}, meter ${serial}`}
        </Link>
      )}
    </>
  );
}
