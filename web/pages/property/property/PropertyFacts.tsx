import type { ReactNode } from "react";
import type { CallAnswer } from "../../../app/api.ts";
import { formatCount } from "../../../components/format.ts";
import classes from "./property.module.css";

type Property = CallAnswer<"GET /v1/reporting/leak-report/properties/{id}/overview">;

/** Where a property is, whom to call there, and how much is measured. */
export function PropertyFacts({ property }: { property: Property }): ReactNode {
  const { street, city, state, zip_code, contact_phone, contact_email, organization_name } = property;
  const address = [street, city, [state, zip_code].filter((part) => part !== "").join(" ")]
    .filter((part) => part !== "")
    .join(", ");
  return (
    <span className={classes.facts}>
      {organization_name && <span>{organization_name}</span>}
      {address !== "" && <span>{address}</span>}
      {contact_phone !== "" && <a href={`tel:${contact_phone}`}>{contact_phone}</a>}
      {contact_email !== "" && <a href={`mailto:${contact_email}`}>{contact_email}</a>}
      <span>{`${formatCount(property.units_count, "unit")}, ${formatCount(property.meters_count, "meter")}`}</span>
    </span>
  );
}
