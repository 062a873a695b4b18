import { t } from "@lingui/core/macro";
import type { PointRow } from "../../../../../contract/inventory/places.ts";

/** Where a meter can be installed, with what it measures there. */
export const pointKinds: readonly { kind: PointRow["attached_to"]; name: string }[] = [
  { kind: "SPOE", name: t`SPOE (whole unit)` },
  { kind: "DPOE", name: t`DPOE (one of two supplies of a unit)` },
  { kind: "Toilet", name: t`Toilet` },
  { kind: "Water Heater", name: t`Water Heater` },
  { kind: "Building", name: t`Building (master meter)` },
  { kind: "Irrigation", name: t`Irrigation` },
];
