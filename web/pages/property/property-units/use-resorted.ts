import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isOfUnits } from "./property-units-query.ts";

/**
 * Refetches the units of unfolded properties when these are ordered otherwise, also where the units' own order stays. Must
 * be called above those units: what they ask anew by themselves is then on its way already, and is not asked twice.
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
