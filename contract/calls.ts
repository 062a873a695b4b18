import type { z } from "zod";
import { accountCalls } from "./account.ts";
import { alertCalls } from "./alerts.ts";
import { apiKeyCalls } from "./api-keys.ts";
import { auditCalls } from "./audit.ts";
import type { Call } from "./call.ts";
import { chartCalls } from "./charts.ts";
import { deviceCalls } from "./devices.ts";
import { exportsOf } from "./exports.ts";
import { financeCalls } from "./finances.ts";
import { gallonPriceCalls } from "./gallon-prices.ts";
import { gatewayTokenCalls } from "./gateway-tokens.ts";
import { gatewayCalls } from "./gateways.ts";
import { healthCalls } from "./health.ts";
import { heatMapCalls } from "./heat-map.ts";
import { importCalls } from "./imports.ts";
import { ingestCalls } from "./ingest.ts";
import { inventoryCalls } from "./inventory.ts";
import { inventoryImportCalls } from "./inventory-import.ts";
import { leakDetailCalls } from "./leak-details.ts";
import { leakReportCalls } from "./leak-report.ts";
import { leakCalls } from "./leaks.ts";
import { meterVolumeCalls } from "./meter-volumes.ts";
import { occupancyCalls } from "./occupancy.ts";
import { openApiCalls } from "./openapi.ts";
import { placeCalls } from "./places.ts";
import { portfolioCalls } from "./portfolio.ts";
import { portfolioMapCalls } from "./portfolio-map.ts";
import { portfolioSavingsCalls } from "./portfolio-savings.ts";
import { preferenceCalls } from "./preferences.ts";
import { propertyExportCalls } from "./property-export.ts";
import { propertySetupCalls } from "./property-setup.ts";
import { repairCalls } from "./repairs.ts";
import { reportingCalls } from "./reporting.ts";
import { searchCalls } from "./search.ts";
import { secondFactorCalls } from "./second-factor.ts";
import { sessionCalls } from "./session.ts";
import { singleSignOnCalls } from "./single-sign-on.ts";
import { topLeakCalls } from "./top-leaks.ts";
import { uplinkCalls } from "./uplinks.ts";
import { userCalls } from "./users.ts";

const own = {
  ...healthCalls,
  ...openApiCalls,
  ...sessionCalls,
  ...singleSignOnCalls,
  ...userCalls,
  ...accountCalls,
  ...preferenceCalls,
  ...secondFactorCalls,
  ...ingestCalls,
  ...reportingCalls,
  ...portfolioCalls,
  ...portfolioMapCalls,
  ...portfolioSavingsCalls,
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
  ...deviceCalls,
  ...occupancyCalls,
  ...alertCalls,
  ...searchCalls,
  ...auditCalls,
  ...apiKeyCalls,
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
