import { plural, t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { CallAnswer } from "../../../app/api.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import classes from "./property.module.css";

type Property = CallAnswer<"GET /v1/reporting/leak-report/properties/{id}/overview">;

/** Widths in pixels of an organization, an address, a phone number, an e-mail address and counts. */
const usual = [110, 250, 100, 240, 130];

/** Where a property is, whom to call there, and how much is measured; undefined while that is on its way. */
export function PropertyFacts({ property }: { property: Property | undefined }): ReactNode {
  if (property === undefined) {
    return (
      <span className={classes.facts}>
        {usual.map((width) => (
          <span key={width} className={classes.bone}>
            <Skeleton width={width} />
          </span>
        ))}
      </span>
    );
  }
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
      <span>{t`${plural(property.units_count, { one: "# unit", other: "# units" })}, ${plural(property.meters_count, { one: "# meter", other: "# meters" })}`}</span>
    </span>
  );
}
