import type { Metering } from "./build-property.ts";
import type { LeakRisk } from "./leak-site.ts";

/** How a property of the demo looks after its fixtures. */
export type Upkeep = "good" | "fair" | "poor";

/** Such that leaks take about 3, 16 and 35 % of the water. */
export const upkeepRisk: Record<Upkeep, LeakRisk> = {
  good: { chance: 0.045, severity: 1.1 },
  fair: { chance: 0.21, severity: 2.4 },
  poor: { chance: 0.5, severity: 4 },
};

/** What a property had metered. */
export type Fitting = "toilets" | "everything" | "whole" | "hot and cold" | "mixed";

export const fittings: Record<Fitting, readonly { metering: Metering; weight: number }[]> = {
  toilets: [
    { metering: "whole and toilets", weight: 75 },
    { metering: "everything", weight: 15 },
    { metering: "whole", weight: 10 },
  ],
  everything: [
    { metering: "everything", weight: 85 },
    { metering: "whole and toilets", weight: 15 },
  ],
  whole: [
    { metering: "whole", weight: 50 },
    { metering: "whole and heater", weight: 50 },
  ],
  "hot and cold": [{ metering: "hot and cold", weight: 1 }],
  mixed: [
    { metering: "whole and toilets", weight: 50 },
    { metering: "toilets", weight: 30 },
    { metering: "whole and heater", weight: 20 },
  ],
};

/** The make of a property's meters: register count in thousandths of a gallon, and whether they report flow time. */
export const makes = {
  ultrasonic: { registerCount: 10, reportsFlow: true },
  pulse: { registerCount: 100, reportsFlow: false },
  "coarse pulse": { registerCount: 1000, reportsFlow: false },
} as const;

export interface DemoProperty {
  key: string;
  name: string;
  organization: string;
  at: { street: string; city: string; state: string; zipCode: string; areaCode: string; timeZone: string };
  built: {
    units: number;
    buildings: readonly string[];
    fitting: Fitting;
    meters: keyof typeof makes;
    master?: boolean;
    irrigation?: boolean;
  };
  upkeep: Upkeep;
  /** `new`: meters are installed, units are vacant. `silent`: its gateway stops some days before the demo is loaded. */
  state?: "new" | "silent";
}
