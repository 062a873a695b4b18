import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { namePeriod } from "../../../app/report/search/detail-search.ts";
import { cost } from "../../../app/report/text.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { formatGallonsUnit } from "../../../components/format.ts";
import type { Period } from "../../../components/period/period.ts";
import { repairSummary } from "../leak-detail/repair/repair-text.ts";
import { dayAtProperty } from "../leak-detail/view/property-time.ts";
import type { ChosenUnit } from "./chosen-unit.ts";
import { UnitList } from "./UnitList.tsx";
import classes from "./unit-details.module.css";
import { unitLeaksQuery } from "./unit-queries.ts";

/** The newest leaks of a unit, what they lost and what became of them, each leading to its page. */
export function UnitLeaks({ unit, period }: { unit: ChosenUnit; period: Period }): ReactNode {
  const leaks = useQuery(unitLeaksQuery(unit.propertyId, unit.id));
  return (
    <UnitList title="Leaks so far" answer={leaks} what="The leaks" none="No leak was ever found in this unit.">
      {leaks.data?.results.map((leak) => {
        const { tone, headline } = repairSummary(leak, unit.timeZone);
        const search = { meter: leak.meter_serial_number, property_id: unit.propertyId, leak: leak.started_at };
        return (
          <li key={`${leak.meter_serial_number} ${leak.started_at}`}>
            <Link className={classes.row} to="/history/leak-detail" search={{ ...search, ...namePeriod(period) }}>
              <span className={classes.name}>
                <LeakTypeBadge leakType={leak.leak_type} />
              </span>
              <span>{`since ${dayAtProperty(leak.started_at, unit.timeZone)}`}</span>
              <span>{`${formatGallonsUnit(leak.total_gallons_leaked)}, ${cost(leak.leak_cost)}`}</span>
              <span className={classes.state} data-tone={tone}>
                {headline}
              </span>
            </Link>
          </li>
        );
      })}
    </UnitList>
  );
}
