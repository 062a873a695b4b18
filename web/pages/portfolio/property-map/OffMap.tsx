import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { MappedProperty } from "../../../../contract/portfolio/portfolio-map.ts";
import type { Period } from "../../../components/period/period.ts";
import { propertyTarget } from "../properties/property-target.ts";
import { offMapText } from "./map-text.ts";
import classes from "./property-map.module.css";

/** Names before "and 7 more". */
const MOST_NAMED = 8;

/** The names of the properties without a place on the map; nothing if all have one. */
export function OffMap({ properties, period }: { properties: readonly MappedProperty[]; period: Period }): ReactNode {
  if (properties.length === 0) return null;
  const named = properties.slice(0, MOST_NAMED);
  const more = properties.length - named.length;
  return (
    <p className={classes.off}>
      {offMapText(properties.length)}{" "}
      {named.map(({ property_id, property_name }, place) => (
        <span key={property_id}>
          {place > 0 && ", "}
          <Link {...propertyTarget(property_id, period)}>{property_name}</Link>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}. The list has them all.
    </p>
  );
}
