import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LeakDetailOverview } from "../../../../contract/reporting/leak-details.ts";
import { mayAccess } from "../../../app/access.ts";
import { useMe } from "../../../app/use-me.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { CopyText } from "../../../components/CopyText.tsx";
import { NOT_MEASURED } from "../../../components/format.ts";
import { attachedToName } from "../../../components/labels.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { BackLink } from "./BackLink.tsx";
import classes from "./leak-detail.module.css";
import type { DetailView } from "./view/detail-view.ts";

interface Props {
  view: DetailView;
  overview?: LeakDetailOverview;
  /** What is missing will not come. */
  failed: boolean;
}

/** Which leak this is and where: kind, property, location, device, attached-to, and the ways on. */
export function LeakHeader({ view, overview, failed }: Props): ReactNode {
  const missing = failed ? NOT_MEASURED : <Skeleton width={110} height={18} />;
  return (
    <header className={classes.header}>
      <div className={classes.headline}>
        <BackLink from={view.from} propertyId={view.propertyId ?? overview?.property_id} period={view.period} />
        <h1 className={classes.title}>
          {overview ? (
            <Link
              to="/properties/$property_id"
              params={{ property_id: String(overview.property_id) }}
              search={view.period}
            >
              {overview.property_name}
            </Link>
          ) : failed ? (
            t`Meter ${view.meter}`
          ) : (
            <Skeleton width={260} height={24} />
          )}
        </h1>
        <dl className={classes.facts}>
          <Fact name={t`Leak type`}>{overview ? <Kind overview={overview} /> : missing}</Fact>
          <Fact name={t`Location`}>
            {overview ? [overview.building_name, overview.unit_name].filter(Boolean).join(" | ") : missing}
          </Fact>
          <Fact name={t`Device`}>
            <CopyText text={view.meter} label={t`Copy the device's serial number`} />
          </Fact>
          <Fact name={t`Attached to`}>{overview ? attachedToName(overview.attached_to) : missing}</Fact>
        </dl>
      </div>
      <div className={classes.ways} data-pending={overview === undefined || undefined}>
        <Ways overview={overview} view={view} />
      </div>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Kind({ overview: { leak_type } }: { overview: LeakDetailOverview }): ReactNode {
  return leak_type === null ? (
    <span>
      <Trans>No leak in this period</Trans>
    </span>
  ) : (
    <LeakTypeBadge leakType={leak_type} />
  );
}

/** The ways on; until the meter's place is known they only hold their room. */
function Ways({ overview, view }: { overview: LeakDetailOverview | undefined; view: DetailView }): ReactNode {
  const isManager = mayAccess(useMe(), "property");
  if (overview === undefined) {
    return (
      <>
        {isManager && (
          <Button variant="default">
            <Trans>Unit details</Trans>
          </Button>
        )}
        <Button variant="default">
          <Trans>View Full Property Information</Trans>
        </Button>
      </>
    );
  }
  const { property_id, building_id, unit_id } = overview;
  const { period } = view;
  const places = {
    property_id: [property_id],
    building_id: [building_id],
    unit_id: unit_id === null ? undefined : [unit_id],
  };
  return (
    <>
      {isManager && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/history" search={{ ...period, ...places }} {...props} />}
        >
          {unit_id === null ? t`Building details` : t`Unit details`}
        </Button>
      )}
      <Button variant="default" onClick={() => view.setLeak({ dialog: "property-information" })}>
        <Trans>View Full Property Information</Trans>
      </Button>
    </>
  );
}
