import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconArrowLeft, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { lazy, type ReactNode } from "react";
import type { CallAnswer } from "../../../app/api.ts";
import { ApiError } from "../../../app/api-error.ts";
import { QueryFailure } from "../../../app/QueryPanel.tsx";
import reportClasses from "../../../app/report/report.module.css";
import { idOf } from "../../../app/search-text.ts";
import { FilterBar } from "../../../components/filters/FilterBar.tsx";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { propertyQuery } from "../../property/property/view/property-query.ts";
import { type DialogWindows, NamedDialog } from "../list/NamedDialog.tsx";
import { TabbedParts } from "../list/TabbedParts.tsx";
import { BuildingsAndUnits } from "./places/BuildingsAndUnits.tsx";
import classes from "./property.module.css";
import { loadGateways, loadMeters, loadOccupancy } from "./tab-code.ts";
import type { InventoryDialog } from "./view/inventory-search.ts";
import { type InventoryView, useInventory } from "./view/use-inventory.ts";

const MetersTab = lazy(loadMeters);
const GatewaysTab = lazy(loadGateways);
const OccupancyTab = lazy(loadOccupancy);

const PANEL = "inventory-tab";
const tabs = [
  { tab: "units", label: t`Buildings & Units` },
  { tab: "meters", label: t`Meters` },
  { tab: "gateways", label: t`Gateways & Tokens` },
  { tab: "occupancy", label: t`Occupancy` },
] as const;

/** The inventory of one property: buildings, units, points, meters and gateways. */
export function AdminPropertyPage(): ReactNode {
  const { propertyId } = useParams({ from: "/signed-in/admin/properties/$propertyId" });
  const id = idOf(propertyId);
  return id === undefined ? <NoInventory /> : <Inventory key={id} id={id} />;
}

function Inventory({ id }: { id: number }): ReactNode {
  const view = useInventory(id);
  const property = useQuery(propertyQuery(id));
  if (property.error instanceof ApiError && property.error.status === 404) return <NoInventory />;
  const zone = property.data?.time_zone;
  return (
    <div className={reportClasses.stack}>
      <title>{t`${property.data?.name ?? t`Property`}, inventory · Dripline`}</title>
      <FilterBar
        title={property.data?.name ?? t`Property`}
        subtitle={<PropertyHead property={property.data} isError={property.isError} />}
        actions={
          <>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link to="/properties/$property_id" params={{ property_id: String(id) }} {...props} />
              )}
            >
              <Trans>Open its reports</Trans>
            </Button>
            <Button
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => view.open("upload")}
            >
              <Trans>Upload a spreadsheet</Trans>
            </Button>
          </>
        }
      />
      <QueryFailure query={property} what={t`The property's name and address`} inline />
      <TabbedParts label={t`Parts of the inventory`} tabs={tabs} value={view.tab} onChange={view.setTab} panel={PANEL}>
        {view.tab === "units" && <BuildingsAndUnits view={view} />}
        {view.tab === "meters" && <MetersTab view={view} />}
        {view.tab === "gateways" && <GatewaysTab view={view} zone={zone} />}
        {view.tab === "occupancy" && <OccupancyTab view={view} />}
      </TabbedParts>
      <InventoryDialogs view={view} />
    </div>
  );
}

/** In place of a property that is not there, or not in use any more. */
function NoInventory(): ReactNode {
  return (
    <>
      <title>{t`Property not found · Dripline`}</title>
      <EmptyState
        title={t`Property not found`}
        sentence={t`There is no such property, or it is archived: restore it to change what is in it.`}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/admin/properties" {...props} />}>
            <Trans>All properties</Trans>
          </Button>
        }
      />
    </>
  );
}

const confirmation = (name: keyof typeof import("./confirmations.tsx").confirmations) =>
  lazy(async () => ({ default: (await import("./confirmations.tsx")).confirmations[name] }));

const windows: DialogWindows<InventoryDialog, InventoryView> = {
  upload: lazy(() => import("./UploadDialog.tsx")),
  "add-building": lazy(() => import("./places/BuildingDialog.tsx")),
  building: lazy(() => import("./places/BuildingDialog.tsx")),
  "remove-building": confirmation("remove-building"),
  "add-unit": lazy(() => import("./places/AddUnit.tsx")),
  unit: lazy(() => import("./places/UnitDialog.tsx")),
  "remove-unit": confirmation("remove-unit"),
  "add-point": lazy(() => import("./meters/AddPoint.tsx")),
  point: lazy(() => import("./meters/PointDialog.tsx")),
  "remove-point": confirmation("remove-point"),
  "add-meter": lazy(() => import("./meters/AddMeter.tsx")),
  meter: lazy(() => import("./meters/MeterDialog.tsx")),
  "place-meter": lazy(() => import("./meters/PlaceMeter.tsx")),
  "take-away": confirmation("take-away"),
  "continuous-use": confirmation("continuous-use"),
  swap: lazy(() => import("./meters/swap/SwapDialog.tsx")),
  "remove-meter": confirmation("remove-meter"),
  "add-gateway": lazy(() => import("./gateways/GatewayDialog.tsx")),
  gateway: lazy(() => import("./gateways/GatewayDialog.tsx")),
  "remove-gateway": confirmation("remove-gateway"),
  "add-token": lazy(() => import("./gateways/AddToken.tsx")),
  "revoke-token": confirmation("revoke-token"),
  "uplink-mapping": lazy(() => import("./gateways/UplinkMapping.tsx")),
  "add-occupancy": lazy(() => import("./occupancy/OccupancyDialog.tsx")),
  "rent-roll": lazy(() => import("./occupancy/RentRoll.tsx")),
};

/** The dialog that the address names. */
function InventoryDialogs({ view }: { view: InventoryView }): ReactNode {
  return <NamedDialog view={view} windows={windows} />;
}

interface Props {
  /** undefined: on its way, or it could not be loaded. */
  property: CallAnswer<"GET /v1/reporting/leak-report/properties/{id}/overview"> | undefined;
  isError: boolean;
}

/** The way back, and which property it is: whose, where, and by which clock its days go. */
function PropertyHead({ property, isError }: Props): ReactNode {
  const address = property === undefined ? "" : addressOf(property);
  return (
    <span className={classes.facts}>
      <Link to="/admin/properties" className={classes.back}>
        <Trans>
          <IconArrowLeft size={14} aria-hidden="true" />
          All properties
        </Trans>
      </Link>
      {property === undefined && !isError && (
        <span className={classes.bone}>
          <Skeleton width={420} />
        </span>
      )}
      {property && (
        <>
          <span>{property.organization_name ?? t`In no organization`}</span>
          {address !== "" && <span>{address}</span>}
          <span>
            <Trans>{property.time_zone.replaceAll("_", " ")} time</Trans>
          </span>
        </>
      )}
    </span>
  );
}

function addressOf({ street, city, state, zip_code }: NonNullable<Props["property"]>): string {
  return [street, city, [state, zip_code].filter((part) => part !== "").join(" ")]
    .filter((part) => part !== "")
    .join(", ");
}
