import { t } from "@lingui/core/macro";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import type { OccupancyRow } from "../../../../contract/inventory/occupancy.ts";
import { QueryFailure } from "../../../app/QueryPanel.tsx";
import { leakTarget } from "../../../app/report/leak-target.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { cost } from "../../../app/report/text.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { formatDate, formatGallonsUnit, formatNumber, NOT_MEASURED } from "../../../components/format.ts";
import { attachedToName } from "../../../components/labels.ts";
import type { Period } from "../../../components/period/period.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { CaseBadge } from "../../cases/report/CaseBadge.tsx";
import { dayAtProperty } from "../leak-detail/view/property-time.ts";
import { OccupancyBadge } from "../occupancy/OccupancyBadge.tsx";
import { usesWaterVacant } from "../occupancy/vacant-use.ts";
import type { ChosenUnit } from "./chosen-unit.ts";
import classes from "./unit-details.module.css";
import { unitCasesQuery, unitMetersQuery, unitOccupancyQuery } from "./unit-queries.ts";

/** Who lives in the unit, its meters and its leaks. */
export default function UnitParts({ unit, view }: { unit: ChosenUnit; view: ReportView }): ReactNode {
  return (
    <div className={classes.content}>
      <UnitFacts unit={unit} period={view.period} />
      <div className={classes.lists}>
        <UnitMeters unit={unit} period={view.period} />
        <UnitCases unit={unit} />
      </div>
    </div>
  );
}

/** The meters of a unit, each leading to its page. */
function UnitMeters({ unit, period }: { unit: ChosenUnit; period: Period }): ReactNode {
  const meters = useQuery(unitMetersQuery(unit.propertyId, unit.id));
  return (
    <UnitList title={t`Meters`} answer={meters} what={t`The meters`} none={t`No meter is in service in this unit.`}>
      {meters.data?.results.map(({ meter_serial_number, attached_to, in_service_since }) => (
        <li key={`${meter_serial_number} ${attached_to}`}>
          <Link
            className={classes.row}
            {...leakTarget("history", { meter_serial_number, property_id: unit.propertyId }, period)}
          >
            <span className={classes.name}>{attachedToName(attached_to)}</span>
            <span>{meter_serial_number}</span>
            <span className={classes.quiet}>{in_service_since && t`since ${formatDate(in_service_since)}`}</span>
          </Link>
        </li>
      ))}
    </UnitList>
  );
}

/** The newest leak cases of a unit, what they lost and their states. */
function UnitCases({ unit }: { unit: ChosenUnit }): ReactNode {
  const cases = useQuery(unitCasesQuery(unit.propertyId, unit.id));
  return (
    <UnitList title={t`Leaks so far`} answer={cases} what={t`The leaks`} none={t`No leak was ever found in this unit.`}>
      {cases.data?.results.map((one) => (
        <li key={one.id}>
          <Link className={classes.row} to="/cases/$case_id" params={{ case_id: String(one.id) }}>
            <span className={classes.name}>
              <LeakTypeBadge leakType={one.leak_type} />
            </span>
            <span>{t`since ${dayAtProperty(one.started_at, unit.timeZone)}`}</span>
            <span>{`${formatGallonsUnit(one.total_gallons_leaked)}, ${cost(one.leak_cost)}`}</span>
            <CaseBadge state={one.state} />
          </Link>
        </li>
      ))}
    </UnitList>
  );
}

interface Props {
  title: string;
  /** What is missing where it cannot be loaded: "The meters". */
  what: string;
  /** What an empty list means. */
  none: string;
  answer: UseQueryResult<{ count: number; results: readonly unknown[] }>;
  /** The rows. */
  children: ReactNode;
}

/** A short list in the panel of a unit; it shows the total if it does not contain all. */
function UnitList({ title, what, none, answer, children }: Props): ReactNode {
  const id = useId();
  const { data } = answer;
  const shown = data?.results.length ?? 0;
  return (
    <section className={classes.list} aria-labelledby={id}>
      <h3 id={id}>
        {title}
        {data && data.count > shown && <small>{t`${shown} of ${formatNumber(data.count)}`}</small>}
      </h3>
      <QueryFailure query={answer} what={what} inline />
      {answer.isPending && <Skeleton width="90%" height={60} />}
      {data && shown === 0 && <p className={classes.quiet}>{none}</p>}
      {shown > 0 && <ul>{children}</ul>}
    </section>
  );
}

function Occupancy({ row }: { row: OccupancyRow }): ReactNode {
  return (
    <span className={classes.occupancy}>
      <OccupancyBadge occupancy={row.occupancy} usesWater={usesWaterVacant(row)} />
      {row.as_of !== null && <span className={classes.quiet}>{t`as of ${formatDate(row.as_of)}`}</span>}
    </span>
  );
}

function bedroomsText(bedrooms: number | null | undefined): string {
  if (bedrooms === null || bedrooms === undefined) return NOT_MEASURED;
  return bedrooms === 0 ? t`Studio` : formatNumber(bedrooms);
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
function UnitFacts({ unit, period }: { unit: ChosenUnit; period: Period }): ReactNode {
  const occupancy = useQuery(unitOccupancyQuery(unit.propertyId, unit.id));
  const meters = useQuery(unitMetersQuery(unit.propertyId, unit.id));
  const row = occupancy.data?.results[0];
  const waiting = <Skeleton width={90} height={14} />;
  return (
    <>
      <dl className={classes.facts}>
        <Fact name={t`Property`}>
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
        <Fact name={t`Building`}>{unit.building}</Fact>
        <Fact name={t`Unit`}>{unit.name}</Fact>
        <Fact name={t`Bedrooms`}>{meters.isPending ? waiting : bedroomsText(meters.data?.results[0]?.bedrooms)}</Fact>
        <Fact name={t`Occupancy`}>{occupancy.isPending ? waiting : row ? <Occupancy row={row} /> : NOT_MEASURED}</Fact>
        {row?.move_in && <Fact name={t`Moved in`}>{formatDate(row.move_in)}</Fact>}
        {row?.move_out && <Fact name={t`Moves out`}>{formatDate(row.move_out)}</Fact>}
        <Fact name={t`Last 7 days`}>
          {occupancy.isPending ? waiting : row ? formatGallonsUnit(row.last_7_days_gallons) : NOT_MEASURED}
        </Fact>
      </dl>
      <QueryFailure query={occupancy} what={t`The occupancy`} inline />
    </>
  );
}
