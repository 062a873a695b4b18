import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { CopyBlock } from "../../../../app/form/CopyBlock.tsx";
import classes from "../../../../app/form/entry.module.css";
import { curlExample, type ExampleMeter } from "./curl-example.ts";

/** A command that sends a first reading. @param meter undefined: none is known */
export function FirstReading({ token, meter }: { token: string; meter: ExampleMeter | undefined }): ReactNode {
  const [now] = useState(() => Date.now());
  const hasRegister = meter !== undefined && meter.register_unit !== null;
  return (
    <>
      <CopyBlock text={curlExample({ origin: window.location.origin, token, meter, now })} label="command" />
      <p className={classes.soft}>
        {hasRegister ? (
          <Trans>
            In place of <code>REGISTER</code>, put what the meter shows now: the reading counts.
          </Trans>
        ) : (
          <Trans>It sends 0 gallons for the last hour. What the gateway sends for that hour replaces them.</Trans>
        )}
      </p>
    </>
  );
}
