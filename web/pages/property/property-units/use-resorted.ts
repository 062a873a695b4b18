import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isOfUnits } from "./property-units-query.ts";

/**
 * Refetches the units of expanded properties when the properties' ordering changes, also if the units' own ordering
 * does not. Must be called above those units: their own refetch is then already in flight and is not sent twice.
 */
export function useResorted(ordering: string): void {
  const client = useQueryClient();
  const last = useRef(ordering);
  useEffect(() => {
    if (last.current === ordering) return;
    last.current = ordering;
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => isOfUnits(queryKey[0]);
    void client.invalidateQueries({ predicate }, { cancelRefetch: false });
  });
}
