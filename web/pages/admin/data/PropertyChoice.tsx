import { IconSelector } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { CallAnswer } from "../../../app/api.ts";
import { FixedChoice } from "../../../components/filters/FixedChoice.tsx";
import classes from "./data.module.css";

type Properties = CallAnswer<"GET /v1/reporting/my-properties/">;

interface Props {
  /** All that the user may see; undefined: not there yet. */
  properties: Properties | undefined;
  /** undefined: not known, or the address names one that is not there. */
  chosen: Properties[number] | undefined;
  onChange: (propertyId: number) => void;
}

const load = () => import("./PropertySelect.tsx");
const PropertySelect = lazy(load);

/** Which property it is about, told with its organization where there are several; one alone is said, not chosen. */
export function PropertyChoice({ properties = [], chosen, onChange }: Props): ReactNode {
  const [isWanted, setIsWanted] = useState(false);
  const [only] = properties;
  if (only !== undefined && properties.length === 1 && chosen !== undefined) {
    return <FixedChoice name="Property" value={only.name} />;
  }
  // The list comes while the pointer is on its way to press. Where it cannot be had, pressing says so.
  const loadSoon = () => void load().catch(() => undefined);
  const closed = (
    <button
      type="button"
      role="combobox"
      className={classes.closed}
      aria-label="Property"
      aria-haspopup="listbox"
      aria-expanded={false}
      disabled={properties.length === 0}
      data-empty={chosen === undefined || undefined}
      onPointerEnter={loadSoon}
      onFocus={loadSoon}
      onClick={() => setIsWanted(true)}
    >
      <span>{chosen?.name ?? (properties.length === 0 ? "Property" : "Choose a property")}</span>
      <IconSelector size={14} aria-hidden="true" />
    </button>
  );
  return isWanted ? (
    <Suspense fallback={closed}>
      <PropertySelect properties={properties} chosenId={chosen?.id} onChange={onChange} />
    </Suspense>
  ) : (
    closed
  );
}
