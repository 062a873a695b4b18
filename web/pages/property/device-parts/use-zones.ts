import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { propertiesQuery } from "../../../app/report/report-queries.ts";

/** The time zone of a property; undefined until it is known. */
export function useZones(): (property: number) => string | undefined {
  const { data } = useQuery(propertiesQuery());
  const zones = useMemo(() => new Map(data?.map(({ id, time_zone }) => [id, time_zone])), [data]);
  return useCallback((property) => zones.get(property), [zones]);
}
