import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { placesQuery } from "../../../../app/report/report-queries.ts";
import { PopoverFilter } from "../../../../components/filters/PopoverFilter.tsx";
import classes from "./custom-cost.module.css";
import { unitsOfQuery } from "./custom-cost-query.ts";

interface Props {
  /** undefined: none is chosen yet. */
  property: number | undefined;
  /** Ids of units; null: all. */
  chosen: readonly number[] | null;
  onChange: (chosen: number[] | null) => void;
  /** What is wrong with the choice. */
  error: ReactNode;
}

/** Which units of a property a cost is for: all, where nobody chooses. */
export function UnitChoice({ property, chosen, onChange, error }: Props): ReactNode {
  const units = useQuery({ ...unitsOfQuery(property ?? 0), enabled: property !== undefined });
  // Units of two buildings may have one name.
  const places = useQuery({ ...placesQuery({ property_id: [property ?? 0] }), enabled: property !== undefined });
  const buildings = new Map(places.data?.buildings.map(({ id, building_name }) => [id, building_name]));
  const buildingOf = new Map(places.data?.units.map(({ id, building_id }) => [id, buildings.get(building_id)]));
  const options = (units.data?.[0]?.units ?? []).map(({ id, name }) => ({
    value: String(id),
    label: name,
    group: buildingOf.get(id),
  }));
  return (
    <>
      <PopoverFilter
        label={chosen === null ? "All units" : "Units"}
        options={options}
        selected={chosen?.map(String) ?? options.map(({ value }) => value)}
        onChange={(next) => onChange(next.length === options.length ? null : next.map(Number))}
        required
        loading={units.isPending || places.isPending}
        emptyText="No units found"
        disabled={property === undefined || units.isError || options.length === 0}
      />
      <div role="status">{error && <p className={classes.error}>{error}</p>}</div>
    </>
  );
}
