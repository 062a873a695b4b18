import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowLeft, IconInfoSquareRounded } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { choosesOrganization, mayAccess } from "../../../app/access.ts";
import { ApiError } from "../../../app/api-error.ts";
import { QueryFailure } from "../../../app/QueryPanel.tsx";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import { Answer } from "../../../app/report/headline/Answer.tsx";
import reportClasses from "../../../app/report/report.module.css";
import { reportView } from "../../../app/report/search/report-view.ts";
import { viewOver } from "../../../app/report/search/saved-view.ts";
import { idOf } from "../../../app/search-text.ts";
import { useMe } from "../../../app/use-me.ts";
import type { Period } from "../../../components/period/period.ts";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { usePlaceFilters } from "../leak-list/use-place-filters.tsx";
import { PropertyInformation } from "../property-information/PropertyInformation.tsx";
import { GallonsDynamicsPanel } from "../report-charts/GallonsDynamicsPanel.tsx";
import { LeakVolumePanel } from "../report-charts/LeakVolumePanel.tsx";
import { ReportActions } from "../report-dialogs/ReportActions.tsx";
import { ReportDialogs } from "../report-dialogs/ReportDialogs.tsx";
import { PropertyFacts } from "./PropertyFacts.tsx";
import { PropertyTabs } from "./PropertyTabs.tsx";
import classes from "./property.module.css";
import { propertyQuery } from "./view/property-query.ts";
import type { HeatFigure, PropertySearch } from "./view/property-search.ts";

const INFORMATION = "property-information";

/** One property's water, or that there is no such property (for this user). */
export function PropertyPage(): ReactNode {
  const { property_id } = useParams({ from: "/signed-in/properties/$property_id" });
  const id = idOf(property_id);
  return id === undefined ? <NoProperty /> : <Property key={id} id={id} />;
}

function Property({ id }: { id: number }): ReactNode {
  const navigate = useNavigate({ from: "/properties/$property_id" });
  const search = useSearch({ from: "/signed-in/properties/$property_id" });
  const property = useQuery(propertyQuery(id));
  const go = (next: (latest: PropertySearch) => PropertySearch, replace?: boolean) =>
    void navigate({ search: next, replace, resetScroll: false });
  const here = { property_id: [id], organization_id: undefined };
  const view = reportView("property", { ...search, ...here }, (next, replace) =>
    go((latest) => {
      const { property_id: _, ...rest } = next({ ...latest, ...here });
      return rest;
    }, replace),
  );
  const setHeat = (figure: HeatFigure) =>
    go((latest) => ({ ...latest, heat: figure === "leaked" ? undefined : figure }));
  const setOccupancy = (occupancy: PropertySearch["occupancy"]) =>
    go((latest) => ({ ...latest, page: undefined, occupancy }));
  const { controls, active } = usePlaceFilters(view);
  const phone = useMediaQuery("(max-width: 40em)", undefined, { getInitialValueInEffect: false });
  const charts = (
    <div className={classes.charts}>
      <GallonsDynamicsPanel view={view} />
      <LeakVolumePanel view={view} />
    </div>
  );
  if (property.error instanceof ApiError && property.error.status === 404) return <NoProperty />;
  return (
    <div className={reportClasses.stack}>
      <title>{t`${property.data?.name ?? t`Property`} · Dripline`}</title>
      <ReportFilters
        title={property.data?.name ?? t`Property`}
        subtitle={
          <>
            <AllProperties period={view.period} />
            {!property.isError && <PropertyFacts property={property.data} />}
          </>
        }
        view={view}
        active={active}
        fixedProperty
        actions={
          <>
            <ReportActions view={view} shared />
            <Button
              variant="default"
              leftSection={<IconInfoSquareRounded size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => view.setDialog(INFORMATION)}
            >
              <Trans>Property Information</Trans>
            </Button>
          </>
        }
      >
        {controls}
      </ReportFilters>
      <QueryFailure query={property} what={t`The address and contact`} inline />
      <Answer view={view} from="property" />
      {!phone && charts}
      <PropertyTabs
        id={id}
        view={view}
        search={search}
        zone={property.data?.time_zone}
        setOccupancy={setOccupancy}
        setHeat={setHeat}
      />
      {/* On a phone the list to work down comes first. */}
      {phone && charts}
      <PropertyInformation
        propertyId={id}
        opened={search.dialog === INFORMATION}
        onClose={() => view.setDialog(undefined)}
      />
      <ReportDialogs view={view} from="property" />
    </div>
  );
}

/** Back to the list of properties, with its filters as they were kept and the days of this page; for who may see it. */
function AllProperties({ period }: { period: Period }): ReactNode {
  if (!mayAccess(useMe(), "portfolio")) return null;
  return (
    <Link to="/properties" search={viewOver("properties", period)} className={classes.back}>
      <Trans>
        <IconArrowLeft size={14} aria-hidden="true" />
        All properties
      </Trans>
    </Link>
  );
}

/** In place of a property that is not there, or not for this user: both look the same. */
function NoProperty(): ReactNode {
  const me = useMe();
  const elsewhere = choosesOrganization(me)
    ? t` If it belongs to another of your organizations, choose that one above.`
    : "";
  return (
    <>
      <title>{t`Property not found · Dripline`}</title>
      <EmptyState
        title={t`Property not found`}
        sentence={t`There is no such property, or you may not see it.${elsewhere}`}
        action={
          <span className={classes.ways}>
            {mayAccess(me, "portfolio") && (
              <Button variant="default" renderRoot={(props) => <Link to="/properties" {...props} />}>
                <Trans>All properties</Trans>
              </Button>
            )}
            {mayAccess(me, "property") && (
              <Button variant="default" renderRoot={(props) => <Link to="/top5-leaks-details" {...props} />}>
                <Trans>All leaks</Trans>
              </Button>
            )}
          </span>
        }
      />
    </>
  );
}
