import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { InventoryFileSteps } from "../inventory-file/InventoryFileSteps.tsx";
import type { InventoryFileState } from "../inventory-file/use-inventory-file.ts";
import classes from "./start.module.css";

interface Props {
  propertyId: number;
  file: InventoryFileState;
  onClose: () => void;
}

/** The property's units and meters, by a spreadsheet. */
export function UnitsStep({ propertyId, file, onClose }: Props): ReactNode {
  return (
    <>
      <InventoryFileSteps state={file} onClose={onClose} />
      <p className={classes.aside}>
        <Link to="/admin/properties/$propertyId" params={{ propertyId: String(propertyId) }} className={classes.link}>
          Without a spreadsheet: add them one by one
        </Link>
      </p>
    </>
  );
}
