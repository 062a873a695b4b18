import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

/** The row that a dialog is about, and what became of looking for it. */
export interface FoundRow<Row> {
  /** undefined: not there, or not yet. */
  row: Row | undefined;
  /** "property" */
  what: string;
  /** `unlisted`: not on the page of the list that is open; it may be on another one. */
  found: "coming" | "failed" | "none" | "unlisted";
  onRetry: () => void;
}

/** The row that a dialog is about, on the page of a list that is open. @param isIt whether it is the one that the URL names */
export function useRow<Row>(
  what: string,
  list: UseQueryResult<{ results: readonly Row[] }>,
  isIt: (row: Row) => boolean,
): FoundRow<Row> {
  return {
    row: useHeld(list.data?.results.find(isIt)),
    what,
    found: list.isError ? "failed" : list.isFetching ? "coming" : "unlisted",
    onRetry: () => void list.refetch(),
  };
}

/** The value as it was last there: a dialog keeps the row that it is about when the list behind it turns a page. */
export function useHeld<Value>(value: Value | undefined): Value | undefined {
  const [held, setHeld] = useState(value);
  if (value !== undefined && value !== held) setHeld(value);
  return value ?? held;
}
