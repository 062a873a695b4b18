import type { ReactNode } from "react";
import { InventoryFileSteps } from "./InventoryFileSteps.tsx";
import type { InventoryAnswer } from "./inventory-answer.ts";
import { useInventoryFile } from "./use-inventory-file.ts";

interface Props {
  /** Of new properties; null: the default organization. */
  organizationId: number | null;
  /** All rows are of this property; left out: each says which. */
  propertyId?: number;
  /** Called once the inventory is as the file says. */
  onApplied?: (answer: InventoryAnswer) => void;
}

/** Takes a spreadsheet of units and meters into the inventory: what will happen is said before, and rows are put right in place. */
export function InventoryFile({ onApplied, ...to }: Props): ReactNode {
  return <InventoryFileSteps state={useInventoryFile(to, onApplied)} />;
}
