import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { choosesOrganization, mayAccess } from "../../../app/access.ts";
import { useMe } from "../../../app/use-me.ts";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import classes from "./property.module.css";

/** In place of a property that is not there, or not for this user: both look the same. */
export function NoProperty(): ReactNode {
  const me = useMe();
  const elsewhere = choosesOrganization(me)
    ? " If it belongs to another of your organizations, choose that one above."
    : "";
  return (
    <>
      <title>Property not found · Dripline</title>
      <EmptyState
        title="Property not found"
        sentence={`There is no such property, or you may not see it.${elsewhere}`}
        action={
          <span className={classes.ways}>
            {mayAccess(me, "portfolio") && (
              <Button variant="default" renderRoot={(props) => <Link to="/properties" {...props} />}>
                All properties
              </Button>
            )}
            {mayAccess(me, "property") && (
              <Button variant="default" renderRoot={(props) => <Link to="/top5-leaks-details" {...props} />}>
                All leaks
              </Button>
            )}
          </span>
        }
      />
    </>
  );
}
