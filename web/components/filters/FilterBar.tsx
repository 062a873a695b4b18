import type { ReactNode } from "react";

/** A filter that is on, shown as a chip that takes it off. */
export interface ActiveFilter {
  id: string;
  /** "Building" */
  name: string;
  /** "North Tower", "3 selected" */
  value: string;
  onRemove: () => void;
}

export interface FilterBarProps {
  /** The screen's name, its first heading. */
  title: string;
  /** One sentence below the title. */
  subtitle?: ReactNode;
  /** "Total Properties", "Total Units": null while it is not known. */
  counts?: readonly { label: string; value: number | null }[];
  /** The organization whose buildings these are, shown as "Developer". */
  developer?: string;
  /** Always in sight: the period. */
  primary?: ReactNode;
  /** The filters that Hide/Show Filters folds. */
  children?: ReactNode;
  active?: readonly ActiveFilter[];
  /** Where given, "Reset filters" is offered while a filter is on. */
  onReset?: () => void;
  /** Buttons on the right of the title. */
  actions?: ReactNode;
}

/** The head of a report: what it is, of what, for when, and what is filtered out. */
export function FilterBar(_props: FilterBarProps): ReactNode {
  return null;
}
