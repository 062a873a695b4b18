import { t } from "@lingui/core/macro";
import { IconDoor, IconHelpCircle, IconHome, IconZoomQuestion } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Occupancy } from "../../../../contract/inventory/occupancy.ts";
import { occupancyNames } from "../../../components/labels.ts";
import classes from "./occupancy.module.css";

/** Chosen when it is drawn: in a list made as this file loads, icons of another file may not be there yet. */
function iconOf(occupancy: Occupancy) {
  switch (occupancy) {
    case "occupied":
      return IconHome;
    case "vacant":
      return IconDoor;
    case "looks vacant":
      return IconZoomQuestion;
    case "unknown":
      return IconHelpCircle;
  }
}

/** The label of an occupancy status. */
export function occupancyName(occupancy: Occupancy): string {
  return occupancyNames[occupancy];
}

/** Whether a unit is occupied, as icon and label; marked if a vacant unit uses water. */
export function OccupancyBadge({ occupancy, usesWater }: { occupancy: Occupancy; usesWater: boolean }): ReactNode {
  const name = occupancyNames[occupancy];
  const Icon = iconOf(occupancy);
  return (
    <span className={classes.occupancy} data-uses={usesWater || undefined}>
      <Icon size={15} stroke={1.75} aria-hidden="true" />
      {usesWater ? t`${name}, uses water` : name}
    </span>
  );
}
