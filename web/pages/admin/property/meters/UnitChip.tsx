import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { chipText } from "../../../../app/report/filters/filter-options.ts";
import { choicesQuery } from "../view/inventory-queries.ts";
import type { InventoryView } from "../view/use-inventory.ts";

/** Shows the unit by which a link filtered the list, and removes that filter. */
export function UnitChip({ view }: { view: InventoryView }): ReactNode {
  const choices = useQuery(choicesQuery(view.propertyId));
  const { unit_id } = view.search;
  if (unit_id === undefined) return null;
  const options = (choices.data?.units ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const name = chipText(unit_id, options);
  return (
    <Button
      variant="default"
      rightSection={<IconX size={14} aria-hidden="true" />}
      aria-label={`Remove filter Unit: ${name}`}
      onClick={() => view.setFilters({ unit_id: undefined })}
    >
      Unit {name}
    </Button>
  );
}
