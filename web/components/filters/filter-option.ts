export interface FilterOption {
  value: string;
  label: string;
  /** Rows that it would leave, beside the label. */
  count?: number;
  /** Options of the same group stand together under its name. */
  group?: string;
}

export interface PopoverFilterProps {
  /** On the button and above the list: "Building". */
  label: string;
  options: readonly FilterOption[];
  selected: readonly string[];
  /** Called with the whole new selection. */
  onChange: (selected: string[]) => void;
  /** "apply" (where not given): Apply and Reset buttons, leaving reverts. "close": taken when the menu closes. */
  applyOn?: "apply" | "close";
  /** An empty selection is not accepted (organizations, properties). */
  required?: boolean;
  /** Only one can be chosen. */
  single?: boolean;
  loading?: boolean;
  /** Message if no option is left: "No buildings found". Lists that have it are searchable, however short they are. */
  emptyText?: string;
  disabled?: boolean;
}

/** Whether two selections hold the same values, in any order. */
export function sameSelection(one: readonly string[], other: readonly string[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0;
}
