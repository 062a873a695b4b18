import { useEffect } from "react";
import { ApiError } from "../api-error.ts";

/**
 * Goes to the last page of a list when the page asked for lies beyond it: an old link leads there, or the list shrank.
 * @param fallBack goes to a page, counted from 0, in place of the one asked for
 * @returns whether it is on its way, which is no failure to speak of
 */
export function useLastPage(error: Error | null, fallBack: (page: number) => void): boolean {
  const last = error instanceof ApiError ? error.lastPage : null;
  useEffect(() => {
    if (last !== null) fallBack(last - 1);
  });
  return last !== null;
}
