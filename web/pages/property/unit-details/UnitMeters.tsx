import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { leakTarget } from "../../../app/report/leak-target.ts";
import { formatDate } from "../../../components/format.ts";
import type { Period } from "../../../components/period/period.ts";
import type { ChosenUnit } from "./chosen-unit.ts";
import { UnitList } from "./UnitList.tsx";
import classes from "./unit-details.module.css";
import { unitMetersQuery } from "./unit-queries.ts";

/** The meters of a unit, each leading to its page. */
export function UnitMeters({ unit, period }: { unit: ChosenUnit; period: Period }): ReactNode {
  const meters = useQuery(unitMetersQuery(unit.propertyId, unit.id));
  return (
    <UnitList title="Meters" answer={meters} what="The meters" none="No meter is in service in this unit.">
      {meters.data?.results.map(({ meter_serial_number, attached_to, in_service_since }) => (
        <li key={`${meter_serial_number} ${attached_to}`}>
          <Link
            className={classes.row}
            {...leakTarget("history", { meter_serial_number, property_id: unit.propertyId }, period)}
          >
            <span className={classes.name}>{attached_to}</span>
            <span>{meter_serial_number}</span>
            <span className={classes.quiet}>{in_service_since && `since ${formatDate(in_service_since)}`}</span>
          </Link>
        </li>
      ))}
    </UnitList>
  );
}
