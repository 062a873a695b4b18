import type { ReactNode } from "react";
import type { MeterDayRow } from "../../../../contract/reporting/meter-volumes.ts";
import { Swatch } from "../../../components/badges/Swatch.tsx";
import { InfoTip } from "../../../components/InfoTip.tsx";
import { statusColour } from "./leak-status.ts";
import classes from "./meter-consumption.module.css";

/** Why a row may hold more than ran in it. */
const catchUp = "Caused by delayed reporting rather than leak activity.";

/** The status of a meter's day or hour: leak type with its colour, No Leak, Catch-Up with its reason, or No Data. */
export function LeakStatusCell({ status }: { status: MeterDayRow["leak_details"] }): ReactNode {
  const colour = statusColour(status);
  if (colour !== null) {
    return (
      <span className={classes.leak}>
        <Swatch color={colour} />
        {status}
      </span>
    );
  }
  if (status === "Catch-Up") return <InfoTip label={catchUp}>{status}</InfoTip>;
  return <span className={classes.quiet}>{status}</span>;
}
