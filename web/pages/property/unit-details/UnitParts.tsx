import type { ReactNode } from "react";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import type { ChosenUnit } from "./chosen-unit.ts";
import { UnitFacts } from "./UnitFacts.tsx";
import { UnitLeaks } from "./UnitLeaks.tsx";
import { UnitMeters } from "./UnitMeters.tsx";
import classes from "./unit-details.module.css";

/** Who lives in the unit, its meters and its leaks. */
export default function UnitParts({ unit, view }: { unit: ChosenUnit; view: ReportView }): ReactNode {
  return (
    <div className={classes.content}>
      <UnitFacts unit={unit} period={view.period} />
      <div className={classes.lists}>
        <UnitMeters unit={unit} period={view.period} />
        <UnitLeaks unit={unit} period={view.period} />
      </div>
    </div>
  );
}
