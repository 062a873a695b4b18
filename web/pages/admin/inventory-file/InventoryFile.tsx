import type { ReactNode } from "react";
import { InventoryFileSteps } from "./InventoryFileSteps.tsx";
import type { InventoryAnswer } from "./inventory-answer.ts";
import { useInventoryFile } from "./use-inventory-file.ts";

interface Props {
  /** Of new properties; null: the default organization. */
  organizationId: number | null;
  /** All rows belong to this property; left out: each row names its own. */
  propertyId?: number;
  /** Called once the file has been applied. */
  onApplied?: (answer: InventoryAnswer) => void;
}

/** Imports a spreadsheet of units and meters into the inventory, with a preview and corrections of rows in place. */
export function InventoryFile({ onApplied, ...to }: Props): ReactNode {
  return <InventoryFileSteps state={useInventoryFile(to, onApplied)} />;
}
