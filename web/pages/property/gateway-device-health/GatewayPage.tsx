import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentProps, lazy, type ReactNode, Suspense, useRef } from "react";
import { LinkNotice } from "../../../app/report/filters/LinkNotice.tsx";
import report from "../../../app/report/report.module.css";
import { CriticalAlerts } from "../device-parts/CriticalAlerts.tsx";
import { GatewayFilters } from "../device-parts/GatewayFilters.tsx";
import type { AlertTab } from "../device-parts/gateway-search-fields.ts";
import { gatewayView } from "../device-parts/gateway-view.ts";
import { HealthCards } from "../device-parts/HealthCards.tsx";
import { PrintedAsOf } from "../device-parts/PrintedAsOf.tsx";
import { PropertiesHealth } from "../device-parts/PropertiesHealth.tsx";
import { NeedsPerson } from "./NeedsPerson.tsx";
import { PropertyDevices } from "./PropertyDevices.tsx";

const ThresholdsDialog = lazy(() => import("../device-parts/thresholds/ThresholdsDialog.tsx"));

/** Which devices report, which need a person, and what is not measured because of them. */
export function GatewayPage(): ReactNode {
  const navigate = useNavigate({ from: "/gateway-device-health" });
  const alerts = useRef<HTMLDivElement>(null);
  const properties = useRef<HTMLDivElement>(null);
  const view = gatewayView(
    "property",
    useSearch({ from: "/signed-in/gateway-device-health" }),
    (search, replace) => void navigate({ search, replace, resetScroll: false }),
  );
  const showDevices: ComponentProps<typeof HealthCards>["onShow"] = (tab, devices) => {
    view.showList(tab, devices);
    alerts.current?.scrollIntoView({ block: "start" });
  };
  const showAlerts = (tab: AlertTab) => showDevices(tab, {});
  const showProperties = () => properties.current?.scrollIntoView({ block: "start" });
  const showProperty = (id: number) => {
    view.showProperty(id);
    showProperties();
  };
  return (
    <div className={report.stack}>
      <title>Gateway & Device Health · Dripline</title>
      <GatewayFilters
        title="Gateway & Device Health"
        subtitle="Monitor and manage device connectivity across properties."
        view={view}
        onThresholds={() => view.setDialog("thresholds")}
      />
      <PrintedAsOf view={view} />
      <LinkNotice view={view} />
      <NeedsPerson view={view} onShow={showAlerts} onShowProperty={showProperty} />
      <HealthCards view={view} onShow={showDevices} onShowProperties={showProperties} />
      <CriticalAlerts view={view} frame={alerts} onShowProperty={showProperty} />
      <PropertiesHealth
        view={view}
        frame={properties}
        devices={(property) => <PropertyDevices view={view} property={property} />}
      />
      <Suspense fallback={null}>
        {view.search.dialog === "thresholds" && <ThresholdsDialog onClose={() => view.setDialog(undefined)} />}
      </Suspense>
    </div>
  );
}
