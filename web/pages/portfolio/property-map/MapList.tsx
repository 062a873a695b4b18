import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { MappedProperty } from "../../../../contract/portfolio/portfolio-map.ts";
import { formatNumber } from "../../../components/format.ts";
import type { Period } from "../../../components/period/period.ts";
import { propertyTarget } from "../properties/property-target.ts";
import { MarkShape } from "./MarkShape.tsx";
import { cityText, lossText } from "./map-text.ts";
import classes from "./property-map.module.css";

/** Rows before "Show all". */
const FIRST = 12;

interface Props {
  /** In the order of cost. */
  properties: readonly MappedProperty[];
  period: Period;
  highlighted: number | null;
  onHighlight: (property: number | null) => void;
}

/** The same properties as a list: an accessible alternative to the map. */
export function MapList({ properties, period, highlighted, onHighlight }: Props): ReactNode {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const showAll = () => {
    flushSync(() => setAll(true));
    list.current?.children[FIRST]?.querySelector("a")?.focus();
  };
  const shown = all ? properties : properties.slice(0, FIRST);
  return (
    <div className={classes.list}>
      <ol ref={list} aria-label={t`Properties by leak cost`}>
        {shown.map((property) => (
          <li key={property.property_id} data-told={property.property_id === highlighted || undefined}>
            <Link
              {...propertyTarget(property.property_id, period)}
              className={classes.row}
              onMouseEnter={() => onHighlight(property.property_id)}
              onMouseLeave={() => onHighlight(null)}
              onFocus={() => onHighlight(property.property_id)}
              onBlur={() => onHighlight(null)}
            >
              <MarkShape performance={property.performance} size={12} />
              <span className={classes.name}>{property.property_name}</span>
              <span className={classes.loss}>{lossText(property)}</span>
              <span className={classes.town}>{cityText(property)}</span>
            </Link>
          </li>
        ))}
      </ol>
      {shown.length < properties.length && (
        <Button variant="subtle" onClick={showAll}>{t`Show all ${formatNumber(properties.length)}`}</Button>
      )}
    </div>
  );
}
