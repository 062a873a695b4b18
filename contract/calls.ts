import type { z } from "zod";
import { accountCalls } from "./accounts/account.ts";
import { apiKeyCalls } from "./accounts/api-keys.ts";
import { auditCalls } from "./accounts/audit.ts";
import { displaySettingCalls } from "./accounts/display-settings.ts";
import { letterheadCalls } from "./accounts/letterhead.ts";
import { preferenceCalls } from "./accounts/preferences.ts";
import { secondFactorCalls } from "./accounts/second-factor.ts";
import { sessionCalls } from "./accounts/session.ts";
import { singleSignOnCalls } from "./accounts/single-sign-on.ts";
import { userCalls } from "./accounts/users.ts";
import type { Call } from "./call/call.ts";
import { financeCalls } from "./costs/finances.ts";
import { gallonPriceCalls } from "./costs/gallon-prices.ts";
import { exportsOf } from "./files/exports.ts";
import { propertyExportCalls } from "./files/property-export.ts";
import { healthCalls } from "./health.ts";
import { deviceCalls } from "./inventory/devices.ts";
import { gatewayTokenCalls } from "./inventory/gateway-tokens.ts";
import { gatewayCalls } from "./inventory/gateways.ts";
import { inventoryCalls } from "./inventory/inventory.ts";
import { inventoryImportCalls } from "./inventory/inventory-import.ts";
import { occupancyCalls } from "./inventory/occupancy.ts";
import { placeCalls } from "./inventory/places.ts";
import { propertySetupCalls } from "./inventory/property-setup.ts";
import { alertCalls } from "./leaks/alerts.ts";
import { caseClockCalls } from "./leaks/case-clocks.ts";
import { caseTimeCalls } from "./leaks/case-times.ts";
import { caseCalls } from "./leaks/cases.ts";
import { leakCalls } from "./leaks/leaks.ts";
import { vendorLinkCalls } from "./leaks/vendor-links.ts";
import { channelCalls } from "./notifications/channels.ts";
import { notificationCalls } from "./notifications/notifications.ts";
import { reportSubscriptionCalls } from "./notifications/report-subscriptions.ts";
import { routeCalls } from "./notifications/routes.ts";
import { webhookCalls } from "./notifications/webhooks.ts";
import { openApiCalls } from "./openapi.ts";
import { portfolioCalls } from "./portfolio/portfolio.ts";
import { portfolioFileCalls } from "./portfolio/portfolio-files.ts";
import { portfolioMapCalls } from "./portfolio/portfolio-map.ts";
import { portfolioSavingsCalls } from "./portfolio/portfolio-savings.ts";
import { importCalls } from "./readings/imports.ts";
import { ingestCalls } from "./readings/ingest.ts";
import { repairCalls } from "./readings/repairs.ts";
import { uplinkCalls } from "./readings/uplinks.ts";
import { chartCalls } from "./reporting/charts.ts";
import { heatMapCalls } from "./reporting/heat-map.ts";
import { leakDetailCalls } from "./reporting/leak-details.ts";
import { leakReportCalls } from "./reporting/leak-report.ts";
import { meterVolumeCalls } from "./reporting/meter-volumes.ts";
import { reportingCalls } from "./reporting/reporting.ts";
import { topLeakCalls } from "./reporting/top-leaks.ts";
import { searchCalls } from "./search.ts";

const own = {
  ...healthCalls,
  ...openApiCalls,
  ...sessionCalls,
  ...singleSignOnCalls,
  ...userCalls,
  ...accountCalls,
  ...preferenceCalls,
  ...notificationCalls,
  ...channelCalls,
  ...reportSubscriptionCalls,
  ...routeCalls,
  ...caseClockCalls,
  ...caseTimeCalls,
  ...displaySettingCalls,
  ...letterheadCalls,
  ...secondFactorCalls,
  ...ingestCalls,
  ...reportingCalls,
  ...portfolioCalls,
  ...portfolioMapCalls,
  ...portfolioSavingsCalls,
  ...portfolioFileCalls,
  ...chartCalls,
  ...leakReportCalls,
  ...heatMapCalls,
  ...leakDetailCalls,
  ...topLeakCalls,
  ...meterVolumeCalls,
  ...propertyExportCalls,
  ...financeCalls,
  ...gallonPriceCalls,
  ...repairCalls,
  ...leakCalls,
  ...caseCalls,
  ...vendorLinkCalls,
  ...deviceCalls,
  ...occupancyCalls,
  ...alertCalls,
  ...searchCalls,
  ...auditCalls,
  ...apiKeyCalls,
  ...webhookCalls,
  ...gatewayTokenCalls,
  ...importCalls,
  ...uplinkCalls,
  ...inventoryCalls,
  ...inventoryImportCalls,
  ...propertySetupCalls,
  ...placeCalls,
  ...gatewayCalls,
};

/** Every call of the product, by method and path. What is not here is not served. */
export const calls = { ...own, ...exportsOf(own) };

export type Calls = typeof calls;
export type CallName = keyof Calls;

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A part of a request as the contract's schema parses it; undefined where the call has none. */
export type Part<N extends CallName, K extends "params" | "query" | "body"> =
  Calls[N] extends Call<infer P, infer Q, infer B> ? OutputOf<{ params: P; query: Q; body: B }[K]> : never;

/** The response of a call, before the contract's schema filters it. */
export type Answer<N extends CallName> = z.input<Calls[N]["response"]>;
