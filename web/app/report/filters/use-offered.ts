import { useEffect } from "react";
import { offeredOf } from "./filter-options.ts";

/**
 * Takes chosen ids off a report that its filters do not offer: of what was removed, or of what this user may not see.
 * @param offered undefined while that is not known
 */
export function useOffered(
  chosen: readonly number[] | undefined,
  offered: readonly number[] | undefined,
  drop: (kept: number[] | undefined) => void,
): void {
  const kept = chosen && offered ? offeredOf(chosen, offered) : chosen;
  const drops = kept?.length !== chosen?.length;
  useEffect(() => {
    if (drops) drop(kept && [...kept]);
  });
}
