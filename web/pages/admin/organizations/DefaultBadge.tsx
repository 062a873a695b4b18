import { VisuallyHidden } from "@mantine/core";
import { IconStarFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./organizations.module.css";

/** Marks the organization to which what names none belongs. */
export function DefaultBadge(): ReactNode {
  return (
    <span className={classes.default}>
      <IconStarFilled size={11} aria-hidden="true" />
      Default Organization
    </span>
  );
}

/** The same where every row of a list may have it: its star alone. */
export function DefaultStar(): ReactNode {
  return (
    <span className={classes.star} title="Default Organization">
      <IconStarFilled size={11} aria-hidden="true" />
      <VisuallyHidden>Default Organization</VisuallyHidden>
    </span>
  );
}
