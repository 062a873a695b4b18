import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LeakDetailOverview } from "../../../../contract/leak-details.ts";
import { mayAccess } from "../../../app/access.ts";
import { viewOver } from "../../../app/report/saved-view.ts";
import { useMe } from "../../../app/shell/use-me.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { CopyText } from "../../../components/CopyText.tsx";
import { NOT_MEASURED } from "../../../components/format.ts";
import type { Period } from "../../../components/period/period.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import type { DetailView } from "./detail-view.ts";
import classes from "./leak-detail.module.css";

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
        <BackLink view={view} overview={overview} />
        <h1 className={classes.title}>
          {overview?.property_name ?? (failed ? `Meter ${view.meter}` : <Skeleton width={260} height={24} />)}
        </h1>
        <dl className={classes.facts}>
          <Fact name="Leak type">{overview ? <Kind overview={overview} /> : missing}</Fact>
          <Fact name="Location">
            {overview ? [overview.building_name, overview.unit_name].filter(Boolean).join(" | ") : missing}
          </Fact>
          <Fact name="Device">
            <CopyText text={view.meter} label="Copy the device's serial number" />
          </Fact>
          <Fact name="Attached to">{overview?.attached_to ?? missing}</Fact>
        </dl>
      </div>
      {overview && <Ways overview={overview} period={view.period} />}
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
  return leak_type === null ? <span>No leak in these days</span> : <LeakTypeBadge leakType={leak_type} />;
}

/** Back to the list, with its filters as they were kept and the days of this page. */
export function BackLink({ view, overview }: { view: DetailView; overview?: LeakDetailOverview }): ReactNode {
  const icon = <IconArrowLeft size={14} aria-hidden />;
  const id = view.propertyId ?? overview?.property_id;
  if (view.from === "history")
    return (
      <Link className={classes.back} to="/history" search={viewOver("history", view.period)}>
        {icon}History
      </Link>
    );
  if (view.from === "top5")
    return (
      <Link className={classes.back} to="/top5-leaks-details" search={viewOver("top5", view.period)}>
        {icon}Top 5 Leaks Details
      </Link>
    );
  if (id === undefined) return null;
  return (
    <Link
      className={classes.back}
      to="/properties/$property_id"
      params={{ property_id: String(id) }}
      search={{ ...view.period }}
    >
      {icon}
      All leaks of this property
    </Link>
  );
}

function Ways({ overview, period }: { overview: LeakDetailOverview; period: Period }): ReactNode {
  const me = useMe();
  const { property_id, building_id, unit_id } = overview;
  const places = {
    property_id: [property_id],
    building_id: [building_id],
    unit_id: unit_id === null ? undefined : [unit_id],
  };
  return (
    <div className={classes.ways}>
      {mayAccess(me, "property") && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/history" search={{ ...period, ...places }} {...props} />}
        >
          Unit details
        </Button>
      )}
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link
            to="/properties/$property_id"
            params={{ property_id: String(property_id) }}
            search={{ ...period }}
            {...props}
          />
        )}
      >
        View Full Property Information
      </Button>
    </div>
  );
}
