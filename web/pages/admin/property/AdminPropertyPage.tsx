import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { lazy, type ReactNode } from "react";
import { ApiError, notLoaded } from "../../../app/api-error.ts";
import reportClasses from "../../../app/report/report.module.css";
import { idOf } from "../../../app/search-text.ts";
import { FilterBar } from "../../../components/filters/FilterBar.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { propertyQuery } from "../../property/property/view/property-query.ts";
import { TabbedParts } from "../list/TabbedParts.tsx";
import { InventoryDialogs } from "./InventoryDialogs.tsx";
import { NoInventory } from "./NoInventory.tsx";
import { PropertyHead } from "./PropertyHead.tsx";
import { BuildingsAndUnits } from "./places/BuildingsAndUnits.tsx";
import { loadGateways, loadMeters, loadOccupancy } from "./tab-code.ts";
import { useInventory } from "./view/use-inventory.ts";

const MetersTab = lazy(loadMeters);
const GatewaysTab = lazy(loadGateways);
const OccupancyTab = lazy(loadOccupancy);

const PANEL = "inventory-tab";
const tabs = [
  { tab: "units", label: "Buildings & Units" },
  { tab: "meters", label: "Meters" },
  { tab: "gateways", label: "Gateways & Tokens" },
  { tab: "occupancy", label: "Occupancy" },
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
      <title>{`${property.data?.name ?? "Property"}, inventory · Dripline`}</title>
      <FilterBar
        title={property.data?.name ?? "Property"}
        subtitle={<PropertyHead property={property.data} isError={property.isError} />}
        actions={
          <>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link to="/properties/$property_id" params={{ property_id: String(id) }} {...props} />
              )}
            >
              Open its reports
            </Button>
            <Button
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => view.open("upload")}
            >
              Upload a spreadsheet
            </Button>
          </>
        }
      />
      {property.isError && (
        <ErrorState
          message={notLoaded("The property's name and address", property.error)}
          onRetry={() => void property.refetch()}
          inline
        />
      )}
      <TabbedParts label="Parts of the inventory" tabs={tabs} value={view.tab} onChange={view.setTab} panel={PANEL}>
        {view.tab === "units" && <BuildingsAndUnits view={view} />}
        {view.tab === "meters" && <MetersTab view={view} />}
        {view.tab === "gateways" && <GatewaysTab view={view} zone={zone} />}
        {view.tab === "occupancy" && <OccupancyTab view={view} />}
      </TabbedParts>
      <InventoryDialogs view={view} />
    </div>
  );
}
