import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import classes from "../report.module.css";

/** Skeleton lines for text. `height`: that of the later text in pixels, where the page does not reserve it. */
export function Bones({ height, widths }: { height?: number; widths: readonly string[] }): ReactNode {
  return (
    <div className={classes.bones} style={{ minHeight: height }} role="status" aria-label={t`Loading...`}>
      {widths.map((width, index) => (
        <Skeleton key={width} width={width} height={index === 0 ? 26 : 12} />
      ))}
    </div>
  );
}
