import "react";

declare module "react" {
  interface CSSProperties {
    /** Custom properties that parts hand to their stylesheets. */
    [name: `--${string}`]: string | number | undefined;
  }
}
