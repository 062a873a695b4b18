import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import classes from "./Logo.module.css";

/** The product's mark and name. */
export function Logo(): ReactNode {
  return (
    <span className={classes.logo}>
      <Trans>
        <svg className={classes.mark} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          <path d="M10 1.5c3.2 3.9 5.8 7 5.8 10.4A5.8 5.8 0 0 1 10 18a5.8 5.8 0 0 1-5.8-6.1C4.2 8.5 6.8 5.4 10 1.5Z" />
          <path className={classes.line} d="M6.2 12.6h2l1.3-3 1.6 4.6 1-1.6h1.7" />
        </svg>
        Dripline
      </Trans>
    </span>
  );
}
