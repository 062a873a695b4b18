import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OccupancyRow } from "../../../../contract/inventory/occupancy.ts";
import { notLoaded } from "../../../app/api-error.ts";
import { formatDate, formatGallonsUnit, formatNumber, NOT_MEASURED } from "../../../components/format.ts";
import type { Period } from "../../../components/period/period.ts";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { OccupancyBadge } from "../occupancy/OccupancyBadge.tsx";
import { usesWaterVacant } from "../occupancy/vacant-use.ts";
import type { ChosenUnit } from "./chosen-unit.ts";
import classes from "./unit-details.module.css";
import { unitMetersQuery, unitOccupancyQuery } from "./unit-queries.ts";

function Occupancy({ row }: { row: OccupancyRow }): ReactNode {
  return (
    <span className={classes.occupancy}>
      <OccupancyBadge occupancy={row.occupancy} usesWater={usesWaterVacant(row)} />
      {row.as_of !== null && <span className={classes.quiet}>{`as of ${formatDate(row.as_of)}`}</span>}
    </span>
  );
}

function bedroomsText(bedrooms: number | null | undefined): string {
  if (bedrooms === null || bedrooms === undefined) return NOT_MEASURED;
  return bedrooms === 0 ? "Studio" : formatNumber(bedrooms);
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Where a unit is, how large, whether somebody lives there, and what it used lately. */
export function UnitFacts({ unit, period }: { unit: ChosenUnit; period: Period }): ReactNode {
  const occupancy = useQuery(unitOccupancyQuery(unit.propertyId, unit.id));
  const meters = useQuery(unitMetersQuery(unit.propertyId, unit.id));
  const row = occupancy.data?.results[0];
  const waiting = <Skeleton width={90} height={14} />;
  return (
    <>
      <dl className={classes.facts}>
        <Fact name="Property">
          <Link
            to="/properties/$property_id"
            params={{ property_id: String(unit.propertyId) }}
            search={{ ...period }}
            className={classes.link}
            data-thumb
          >
            {unit.property}
          </Link>
        </Fact>
        <Fact name="Building">{unit.building}</Fact>
        <Fact name="Unit">{unit.name}</Fact>
        <Fact name="Bedrooms">{meters.isPending ? waiting : bedroomsText(meters.data?.results[0]?.bedrooms)}</Fact>
        <Fact name="Occupancy">{occupancy.isPending ? waiting : row ? <Occupancy row={row} /> : NOT_MEASURED}</Fact>
        {row?.move_in && <Fact name="Moved in">{formatDate(row.move_in)}</Fact>}
        {row?.move_out && <Fact name="Moves out">{formatDate(row.move_out)}</Fact>}
        <Fact name="Last 7 days">
          {occupancy.isPending ? waiting : row ? formatGallonsUnit(row.last_7_days_gallons) : NOT_MEASURED}
        </Fact>
      </dl>
      {occupancy.isError && (
        <ErrorState
          message={notLoaded("The occupancy", occupancy.error)}
          onRetry={() => void occupancy.refetch()}
          inline
        />
      )}
    </>
  );
}
