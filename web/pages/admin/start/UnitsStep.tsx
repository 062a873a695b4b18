import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import type { InventoryFileState } from "../inventory-file/use-inventory-file.ts";
import classes from "./start.module.css";

const InventoryFileSteps = lazy(() =>
  import("../inventory-file/InventoryFileSteps.tsx").then(({ InventoryFileSteps: part }) => ({ default: part })),
);

interface Props {
  propertyId: number;
  file: InventoryFileState;
  onClose: () => void;
}

/** The property's units and meters, by a spreadsheet. */
export function UnitsStep({ propertyId, file, onClose }: Props): ReactNode {
  return (
    <>
      <Suspense fallback={<Skeleton height={260} />}>
        <InventoryFileSteps state={file} onClose={onClose} />
      </Suspense>
      <p className={classes.aside}>
        <Link to="/admin/properties/$propertyId" params={{ propertyId: String(propertyId) }} className={classes.link}>
          Without a spreadsheet: add them one by one
        </Link>
      </p>
    </>
  );
}
