import type { ReactNode } from "react";
import type { CallAnswer } from "../../../app/api.ts";
import { FixedChoice } from "../../../components/filters/FixedChoice.tsx";
import { OneOfMany } from "../../../components/filters/OneOfMany.tsx";
import classes from "./data.module.css";

type Properties = CallAnswer<"GET /v1/reporting/my-properties/">;

interface Props {
  /** All that the user may see; undefined: not there yet. */
  properties: Properties | undefined;
  /** undefined: not known, or the address names one that is not there. */
  chosen: Properties[number] | undefined;
  onChange: (propertyId: number) => void;
}

/** Selects the property, labelled with its organization if there are several; a single property is shown as text. */
export function PropertyChoice({ properties = [], chosen, onChange }: Props): ReactNode {
  const [only] = properties;
  if (only !== undefined && properties.length === 1 && chosen !== undefined) {
    return <FixedChoice name="Property" value={only.name} />;
  }
  return (
    <OneOfMany
      className={classes.property}
      aria-label="Property"
      placeholder={properties.length === 0 ? "Property" : "Choose a property"}
      options={properties.map(({ id, name, organization_name }) => ({
        value: String(id),
        label: name,
        group: organization_name ?? "In no organization",
      }))}
      disabled={properties.length === 0}
      value={chosen === undefined ? null : String(chosen.id)}
      onChange={(value) => onChange(Number(value))}
      none="No properties found"
    />
  );
}
