import { dialog, figures, month, type Screen, textIn } from "./screen.ts";

/** Every screen of Portfolio Insights. */
export const portfolioScreens: readonly Screen[] = [
  { name: "cockpit", as: "portfolio", path: () => `/cockpit?${month}`, ready: figures },
  { name: "properties", as: "portfolio", path: () => `/properties?${month}`, ready: figures },
  {
    name: "finance",
    as: "portfolio",
    path: () => `/finance?${month}&comparison=previous_period`,
    ready: textIn(/lost to leaks|No leak cost anything/),
  },
  {
    name: "portfolio device health",
    as: "portfolio",
    path: () => "/portfolio-gateway-device-health?date=now",
    ready: textIn(/can(not)? be trusted/),
  },
  {
    name: "owner's report",
    as: "portfolio",
    path: () => `/owner-report?${month}`,
    ready: textIn(/^(Better|Worse|Unchanged|Leaks cost|There is nothing to show)/),
  },
  {
    name: "compare periods",
    as: "portfolio",
    path: () => `/compare-periods?${month}`,
    ready: textIn(/in period A than|same in both periods|no change is shown|nothing was measured/),
  },
];

/** Dialogs that an address opens over a screen of Portfolio Insights. */
export const portfolioDialogs: readonly Screen[] = [
  {
    name: "cockpit's ledger of savings",
    as: "portfolio",
    path: () => `/cockpit?${month}&dialog=verified-fixes`,
    ready: dialog("Savings by Verified Fixes"),
  },
];
