import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode } from "react";
import { QueryFailure } from "../../../app/QueryPanel.tsx";
import reportClasses from "../../../app/report/report.module.css";
import { TableComing } from "../../../app/report/table/TableComing.tsx";
import { useMe } from "../../../app/use-me.ts";
import { FilterBar } from "../../../components/filters/FilterBar.tsx";
import { FixedChoice } from "../../../components/filters/FixedChoice.tsx";
import { OneOfMany } from "../../../components/filters/OneOfMany.tsx";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { type DialogWindows, NamedDialog } from "../list/NamedDialog.tsx";
import { TabbedParts } from "../list/TabbedParts.tsx";
import { allOrganizationsQuery } from "../organizations/organizations.ts";
import { chosenOrganization } from "./default-organization.ts";
import { LeakRulesTab } from "./presets/LeakRulesTab.tsx";
import { RulesTab } from "./rules/RulesTab.tsx";
import classes from "./settings.module.css";
import {
  loadClocks,
  loadDeliveries,
  loadInstallation,
  loadKeys,
  loadPrice,
  loadReports,
  loadRoutes,
  loadWebhooks,
} from "./tab-code.ts";
import { meteringRulesQuery } from "./view/settings-queries.ts";
import type { SettingsDialog } from "./view/settings-search.ts";
import { type SettingsOf, type SettingsView, useOrganizationChoice, useSettings } from "./view/use-settings.ts";

const PriceTab = lazy(loadPrice);
const ClocksTab = lazy(loadClocks);
const KeysTab = lazy(loadKeys);
const RoutesTab = lazy(loadRoutes);
const WebhooksTab = lazy(loadWebhooks);
const ReportsTab = lazy(loadReports);
const DeliveriesTab = lazy(loadDeliveries);
const InstallationTab = lazy(loadInstallation);

const PANEL = "settings-tab";
const tabs = [
  { tab: "leaks", label: t`Leak Rules` },
  { tab: "metering", label: t`Metering Rules` },
  { tab: "price", label: t`Default Price` },
  { tab: "deadlines", label: t`Deadlines & Alerts` },
  { tab: "api-keys", label: t`API Keys` },
  { tab: "routes", label: t`Routes` },
  { tab: "webhooks", label: t`Webhooks` },
  { tab: "reports", label: t`Reports by Mail` },
  { tab: "deliveries", label: t`Deliveries` },
  { tab: "installation", label: t`Retention & Sign-in` },
] as const;

/** Rules, price, keys and messages of an organization. */
export function SettingsPage(): ReactNode {
  const me = useMe();
  if (me.role === "IONAdmin") return <OfAnyOrganization />;
  const own = me.organizations.find(({ id }) => id === me.current_organization_id);
  if (own !== undefined) {
    return (
      <Frame head={<FixedChoice name={t`Organization`} value={own.name} />}>
        <Settings key={own.id} organization={own} />
      </Frame>
    );
  }
  return (
    <Frame>
      <EmptyState sentence={t`Choose an organization above: its settings are here.`} />
    </Frame>
  );
}

/** The settings of the organization that the address names, for those who see all. */
function OfAnyOrganization(): ReactNode {
  const { organization_id } = useSearch({ from: "/signed-in/admin/settings" });
  const choose = useOrganizationChoice();
  const all = useQuery(allOrganizationsQuery());
  const chosen = chosenOrganization(all.data ?? [], organization_id);
  const choice = (
    <OneOfMany
      className={classes.organization}
      aria-label={t`Organization`}
      placeholder={all.data === undefined ? t`Organization` : t`Choose an organization`}
      options={(all.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      disabled={all.data === undefined || all.data.length === 0}
      value={chosen === undefined ? null : String(chosen.id)}
      onChange={(value) => choose(Number(value))}
      none={t`No organizations found`}
    />
  );
  return (
    <Frame head={choice}>
      <QueryFailure query={all} what={t`The organizations`} inline={chosen !== undefined} />
      {all.isPending && <TableComing />}
      {chosen !== undefined && <Settings key={chosen.id} organization={chosen} />}
      {all.data !== undefined && chosen === undefined && <NoOrganization isEmpty={all.data.length === 0} />}
    </Frame>
  );
}

function NoOrganization({ isEmpty }: { isEmpty: boolean }): ReactNode {
  if (!isEmpty) return <EmptyState sentence={t`There is no such organization. Choose one above.`} />;
  return (
    <EmptyState
      sentence={t`Settings belong to an organization. Add the first one.`}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/admin/organizations" search={{ dialog: "add-organization" }} {...props} />}
        >
          <Trans>Add an organization</Trans>
        </Button>
      }
    />
  );
}

function Frame({ head, children }: { head?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className={reportClasses.stack}>
      <title>{t`Settings · Dripline`}</title>
      <FilterBar
        title={t`Settings`}
        subtitle={t`When water counts as a leak, what it costs, who is notified, and what programs may read`}
        primary={head}
      />
      {children}
    </div>
  );
}

function Settings({ organization }: { organization: SettingsOf }): ReactNode {
  const view = useSettings(organization);
  return (
    <>
      <TabbedParts label={t`Parts of the settings`} tabs={tabs} value={view.tab} onChange={view.setTab} panel={PANEL}>
        {view.tab === "leaks" && <LeakRulesTab view={view} />}
        {view.tab === "metering" && <MeteringTab organization={organization} />}
        {view.tab === "price" && <PriceTab view={view} />}
        {view.tab === "deadlines" && <ClocksTab view={view} />}
        {view.tab === "api-keys" && <KeysTab view={view} />}
        {view.tab === "routes" && <RoutesTab view={view} />}
        {view.tab === "webhooks" && <WebhooksTab view={view} />}
        {view.tab === "reports" && <ReportsTab view={view} />}
        {view.tab === "deliveries" && <DeliveriesTab view={view} />}
        {view.tab === "installation" && <InstallationTab />}
      </TabbedParts>
      <SettingsDialogs view={view} />
    </>
  );
}

/** The numbers by which readings are judged. */
function MeteringTab({ organization }: { organization: SettingsOf }): ReactNode {
  return <RulesTab of={{ kind: "metering", organization }} rules={useQuery(meteringRulesQuery(organization.id))} />;
}

const windows: DialogWindows<SettingsDialog, SettingsView> = {
  price: lazy(() => import("./price/SetPrice.tsx")),
  clock: lazy(() => import("./clocks/SetClock.tsx")),
  "alert-floor": lazy(() => import("./clocks/SetAlertFloor.tsx")),
  "add-key": lazy(() => import("./keys/AddKey.tsx")),
  route: lazy(() => import("./routes/RouteDialog.tsx")),
  "delete-route": lazy(() => import("./routes/DeleteRoute.tsx")),
  "on-call": lazy(() => import("./routes/OnCallDialog.tsx")),
  override: lazy(() => import("./routes/OverrideDialog.tsx")),
  webhook: lazy(() => import("./webhooks/WebhookDialog.tsx")),
  "edit-webhook": lazy(() => import("./webhooks/EditWebhook.tsx")),
  "rotate-webhook": lazy(() => import("./webhooks/RotateSecret.tsx")),
  "delete-webhook": lazy(() => import("./webhooks/DeleteWebhook.tsx")),
  "add-report": lazy(() => import("./reports/AddReport.tsx")),
  "end-report": lazy(() => import("./reports/EndReport.tsx")),
  delivery: lazy(() => import("./deliveries/DeliveryDialog.tsx")),
  "revoke-key": lazy(() => import("./keys/RevokeKey.tsx")),
};

/** The dialog that the address names. */
function SettingsDialogs({ view }: { view: SettingsView }): ReactNode {
  return <NamedDialog view={view} windows={windows} />;
}
