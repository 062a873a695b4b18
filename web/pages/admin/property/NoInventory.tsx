import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { EmptyState } from "../../../components/states/EmptyState.tsx";

/** In place of a property that is not there, or not in use any more. */
export function NoInventory(): ReactNode {
  return (
    <>
      <title>Property not found · Dripline</title>
      <EmptyState
        title="Property not found"
        sentence="There is no such property, or it is archived: restore it to change what is in it."
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/admin/properties" {...props} />}>
            All properties
          </Button>
        }
      />
    </>
  );
}
