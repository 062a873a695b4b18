import { IconDoor, IconHelpCircle, IconHome, IconZoomQuestion } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Occupancy } from "../../../../contract/occupancy.ts";
import classes from "./occupancy.module.css";

const names: Readonly<Record<Occupancy, string>> = {
  occupied: "Occupied",
  vacant: "Vacant",
  "looks vacant": "Looks vacant",
  unknown: "Unknown",
};

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

/** A kind of occupancy in words. */
export function occupancyName(occupancy: Occupancy): string {
  return names[occupancy];
}

/** Whether somebody lives there, as icon and word; marked where water runs though nobody does. */
export function OccupancyBadge({ occupancy, usesWater }: { occupancy: Occupancy; usesWater: boolean }): ReactNode {
  const name = names[occupancy];
  const Icon = iconOf(occupancy);
  return (
    <span className={classes.occupancy} data-uses={usesWater || undefined}>
      <Icon size={15} stroke={1.75} aria-hidden="true" />
      {usesWater ? `${name}, uses water` : name}
    </span>
  );
}
