import { useEffect } from "react";
import { ApiError } from "../../api-error.ts";

/**
 * Goes to the last page of a list if the requested page is beyond it: the link is old, or the list shrank.
 * @param fallBack goes to a page, counted from 0, instead of the requested one
 * @returns whether it is navigating there, in which case the error is not shown
 */
export function useLastPage(error: Error | null, fallBack: (page: number) => void): boolean {
  const last = error instanceof ApiError ? error.lastPage : null;
  useEffect(() => {
    if (last !== null) fallBack(last - 1);
  });
  return last !== null;
}
