import { t } from "@lingui/core/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentProps, lazy, type ReactNode, Suspense, useRef } from "react";
import { LinkNotice } from "../../../app/report/filters/LinkNotice.tsx";
import report from "../../../app/report/report.module.css";
import { CriticalAlerts } from "../../property/device-parts/CriticalAlerts.tsx";
import { GatewayFilters } from "../../property/device-parts/GatewayFilters.tsx";
import { gatewayView } from "../../property/device-parts/gateway-view.ts";
import { HealthCards } from "../../property/device-parts/HealthCards.tsx";
import { PrintedAsOf } from "../../property/device-parts/PrintedAsOf.tsx";
import { PropertiesHealth } from "../../property/device-parts/PropertiesHealth.tsx";
import { LateDevices } from "./LateDevices.tsx";
import { Trust } from "./Trust.tsx";

const ThresholdsDialog = lazy(() => import("../../property/device-parts/thresholds/ThresholdsDialog.tsx"));

/** Which properties report too little to be trusted, and what is missing because of them. */
export function PortfolioDevicesPage(): ReactNode {
  const navigate = useNavigate({ from: "/portfolio-gateway-device-health" });
  const alerts = useRef<HTMLDivElement>(null);
  const properties = useRef<HTMLDivElement>(null);
  const view = gatewayView(
    "portfolio",
    useSearch({ from: "/signed-in/portfolio-gateway-device-health" }),
    (search, replace) => void navigate({ search, replace, resetScroll: false }),
  );
  const showDevices: ComponentProps<typeof HealthCards>["onShow"] = (tab, devices) => {
    view.showList(tab, devices);
    alerts.current?.scrollIntoView({ block: "start" });
  };
  const showProperties = () => properties.current?.scrollIntoView({ block: "start" });
  return (
    <div className={report.stack}>
      <title>{t`Device Health · Dripline`}</title>
      <GatewayFilters
        title={t`Device Health`}
        subtitle={t`Which properties report, and what is missing from the portfolio's figures.`}
        view={view}
        onThresholds={() => view.setDialog("thresholds")}
      />
      <PrintedAsOf view={view} />
      <LinkNotice view={view} />
      <Trust
        view={view}
        onShowWorst={(id) => {
          view.showWorst(id);
          showProperties();
        }}
      />
      <HealthCards view={view} onShow={showDevices} onShowProperties={showProperties} />
      <PropertiesHealth
        view={view}
        frame={properties}
        onShowDevices={(property, listed) => view.listDevices(property.property_id, listed)}
        devices={(property) => <LateDevices view={view} property={property} />}
      />
      <CriticalAlerts
        view={view}
        frame={alerts}
        onShowProperty={(id) => {
          view.showProperty(id);
          showProperties();
        }}
      />
      <Suspense fallback={null}>
        {view.search.dialog === "thresholds" && <ThresholdsDialog onClose={() => view.setDialog(undefined)} />}
      </Suspense>
    </div>
  );
}
