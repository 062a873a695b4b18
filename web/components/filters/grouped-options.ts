import type { FilterOption } from "./filter-option.ts";

const byName = new Intl.Collator("en-US", { numeric: true });

/**
 * Options so that those of one group stand together and every heading stands once: groups by name ("Building 2" before
 * "Building 10"), options by label within them, those without a group first. Without any group the order stays as given.
 */
export function groupedOptions(options: readonly FilterOption[]): readonly FilterOption[] {
  if (options.every((option) => option.group === undefined)) return options;
  return options.toSorted(
    (one, other) => byName.compare(one.group ?? "", other.group ?? "") || byName.compare(one.label, other.label),
  );
}
