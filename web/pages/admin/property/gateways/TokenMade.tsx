import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CopyBlock } from "../../../../app/form/CopyBlock.tsx";
import classes from "../../../../app/form/entry.module.css";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import { metersQuery } from "../view/inventory-queries.ts";
import { FirstReading } from "./FirstReading.tsx";

/** A token that was just made, and a first reading to send with it. */
export function TokenMade({ propertyId, token }: { propertyId: number; token: string }): ReactNode {
  const meters = useQuery(metersQuery(propertyId, {}));
  const meter = meters.data?.results.find(({ place }) => place !== null);
  return (
    <div className={classes.form}>
      <p>
        <Trans>
          <b>Copy it now: it is not shown again.</b> Put it into the gateway, which sends it with every message.
        </Trans>
      </p>
      <CopyBlock text={token} label="token" />
      <p className={classes.soft}>
        <Trans>Try it from a command line, with a first reading:</Trans>
      </p>
      {meters.isPending ? <Skeleton height={150} /> : <FirstReading token={token} meter={meter} />}
      <p className={classes.soft}>
        <Trans>
          An answer of <code>&quot;stored&quot;:1</code> says that it arrived. Repeat it as often as you like: the same
          reading counts once.
        </Trans>
      </p>
    </div>
  );
}
