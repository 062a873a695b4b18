import type { ReactNode } from "react";
import type { CallAnswer } from "../../../app/api.ts";
import { NOT_MEASURED } from "../../../components/format.ts";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import classes from "./information.module.css";

export type Property = CallAnswer<"GET /v1/reporting/leak-report/properties/{id}/overview">;

/** The property's address and contact; a dash for each missing value, and a message if all are missing. */
export function PropertyDetails({ property }: { property: Property }): ReactNode {
  const { contact_phone: phone, contact_email: email } = property;
  const values = [property.city, property.state, property.street, property.zip_code, phone, email];
  if (values.every((text) => text === "")) {
    return (
      <EmptyState
        title="No property details available"
        sentence={`An administrator can add an address and a contact of ${property.name}.`}
      />
    );
  }
  return (
    <dl className={classes.details}>
      <Detail name="Organization">{property.organization_name}</Detail>
      <Detail name="Property Name">{property.name}</Detail>
      <Detail name="City/State">{[property.city, property.state].filter((part) => part !== "").join(", ")}</Detail>
      <Detail name="Street">{property.street}</Detail>
      <Detail name="Zip">{property.zip_code}</Detail>
      <Detail name="Contact Phone">{phone && <a href={`tel:${phone}`}>{phone}</a>}</Detail>
      <Detail name="Contact Email">{email && <a href={`mailto:${email}`}>{email}</a>}</Detail>
    </dl>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || NOT_MEASURED}</dd>
    </div>
  );
}
