import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LeakDetailOverview } from "../../../../contract/leak-details.ts";
import { leakTarget } from "../../../app/report/leak-target.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { formatGallonsUnit } from "../../../components/format.ts";
import type { DetailView } from "./detail-view.ts";
import classes from "./leak-detail.module.css";

/** Where several meters of a unit leak: the unit's leak as the list says it, and ways to the other meters. */
export function UnitMeters({ view, overview }: { view: DetailView; overview: LeakDetailOverview }): ReactNode {
  const { unit_meters, unit_leak_type, unit_gallons_leaked, property_id } = overview;
  const others = unit_meters.filter((meter) => meter.meter_serial_number !== overview.meter_serial_number);
  if (unit_leak_type === null || others.length === 0) return null;
  return (
    <div className={classes.unit}>
      <span className={classes.sum}>
        This unit: <LeakTypeBadge leakType={unit_leak_type} /> {formatGallonsUnit(unit_gallons_leaked)}
      </span>
      <ul className={classes.leaks}>
        {others.map(({ meter_serial_number, attached_to, gallons_leaked }) => (
          <li key={meter_serial_number}>
            <Link {...leakTarget(view.from, { meter_serial_number, property_id }, view.period)}>
              {`${attached_to}, meter ${meter_serial_number}: ${formatGallonsUnit(gallons_leaked)} leaked`}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
