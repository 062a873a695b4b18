import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { keptSelection } from "../../../app/report/filters/filter-options.ts";
import { placesQuery } from "../../../app/report/report-queries.ts";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import classes from "./information.module.css";
import type { MeterFilters } from "./meters-query.ts";

interface Props {
  propertyId: number;
  filters: MeterFilters;
  onChange: (filters: MeterFilters) => void;
}

/** Which buildings and units the meters are of. Another choice of buildings takes the units off. */
export function MeterFilterBar({ propertyId, filters, onChange }: Props): ReactNode {
  const places = useQuery(placesQuery({ property_id: [propertyId] }));
  const { building_id, unit_id } = filters;
  const all = places.data?.buildings ?? [];
  const buildings = all.map(({ id, building_name }) => ({ value: String(id), label: building_name }));
  const names = new Map(all.map(({ id, building_name }) => [id, building_name]));
  const units = (places.data?.units ?? [])
    .filter((unit) => building_id === undefined || building_id.includes(unit.building_id))
    .map((unit) => ({ value: String(unit.id), label: unit.name, group: names.get(unit.building_id) }));
  return (
    <div className={classes.filters}>
      <PopoverFilter
        label="Building"
        options={buildings}
        selected={building_id?.map(String) ?? []}
        onChange={(next) => onChange({ building_id: keptSelection(next, buildings), unit_id: undefined })}
        loading={places.isPending}
        emptyText="No buildings found"
      />
      <PopoverFilter
        label="Unit"
        options={units}
        selected={unit_id?.map(String) ?? []}
        onChange={(next) => onChange({ building_id, unit_id: keptSelection(next, units) })}
        loading={places.isPending}
        emptyText="No units found"
      />
    </div>
  );
}
