import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CallAnswer } from "../../../app/api.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import classes from "./property.module.css";

interface Props {
  /** undefined: on its way, or it could not be loaded. */
  property: CallAnswer<"GET /v1/reporting/leak-report/properties/{id}/overview"> | undefined;
  isError: boolean;
}

/** The way back, and which property it is: whose, where, and by which clock its days go. */
export function PropertyHead({ property, isError }: Props): ReactNode {
  const address = property === undefined ? "" : addressOf(property);
  return (
    <span className={classes.facts}>
      <Link to="/admin/properties" className={classes.back}>
        <IconArrowLeft size={14} aria-hidden="true" />
        All properties
      </Link>
      {property === undefined && !isError && (
        <span className={classes.bone}>
          <Skeleton width={420} />
        </span>
      )}
      {property && (
        <>
          <span>{property.organization_name ?? "In no organization"}</span>
          {address !== "" && <span>{address}</span>}
          <span>{property.time_zone.replaceAll("_", " ")} time</span>
        </>
      )}
    </span>
  );
}

function addressOf({ street, city, state, zip_code }: NonNullable<Props["property"]>): string {
  return [street, city, [state, zip_code].filter((part) => part !== "").join(" ")]
    .filter((part) => part !== "")
    .join(", ");
}
