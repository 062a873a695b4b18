import type { LayoutOptions } from "../imports/layout-options.ts";

/** The options of `dripline import`. */
export interface ImportOptions extends LayoutOptions {
  property?: string;
  organization?: string;
  createUnits?: boolean;
  dryRun?: boolean;
  refused?: string;
  verbose?: boolean;
  json?: boolean;
}
