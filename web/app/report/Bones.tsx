import type { ReactNode } from "react";
import { Skeleton } from "../../components/states/Skeleton.tsx";
import classes from "./report.module.css";

/** Lines where words will come. Their box has the height in pixels that the words will have, where the page does not keep it. */
export function Bones({ height, widths }: { height?: number; widths: readonly string[] }): ReactNode {
  return (
    <div className={classes.bones} style={{ minHeight: height }} role="status" aria-label="Loading...">
      {widths.map((width, index) => (
        <Skeleton key={width} width={width} height={index === 0 ? 26 : 12} />
      ))}
    </div>
  );
}
