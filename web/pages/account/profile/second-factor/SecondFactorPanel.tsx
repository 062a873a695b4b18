import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { CallAnswer } from "../../../../app/api.ts";
import { notLoaded } from "../../../../app/api-error.ts";
import { meQuery } from "../../../../app/query.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import classes from "../profile.module.css";
import { secondFactorQuery, sessionsQuery } from "../view/profile-queries.ts";
import { BeginStep } from "./BeginStep.tsx";
import { ConfirmStep } from "./ConfirmStep.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { SecondFactorOn } from "./SecondFactorOn.tsx";

/** Whether sign-ins ask for a code, setting that up (password, secret and first code, recovery codes), and undoing it. */
export function SecondFactorPanel(): ReactNode {
  const client = useQueryClient();
  const router = useRouter();
  const state = useQuery(secondFactorQuery);
  const [begun, setBegun] = useState<CallAnswer<"POST /v1/me/second-factor">>();
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = async () => {
    // Whoever had to have one may see more from here on, and its first code has ended the other sessions.
    const changed = [secondFactorQuery.queryKey, meQuery.queryKey, sessionsQuery().queryKey];
    await Promise.all(changed.map((queryKey) => client.refetchQueries({ queryKey })));
    setBegun(undefined);
    setCodes(undefined);
    await router.invalidate();
  };
  return (
    <Panel title="Second factor" state={panelState(state)} skeleton={<Bones />}>
      <div className={classes.factor}>
        {codes !== undefined ? (
          <RecoveryCodes codes={codes} areNew={begun === undefined} onDone={() => void finish()} />
        ) : begun !== undefined ? (
          <ConfirmStep begun={begun} onConfirmed={setCodes} onBack={() => setBegun(undefined)} />
        ) : state.data?.enabled === true ? (
          <SecondFactorOn state={state.data} onCodes={setCodes} onRemoved={() => void finish()} />
        ) : (
          <BeginStep isRequired={state.data?.required === true} onBegun={setBegun} />
        )}
      </div>
    </Panel>
  );
}

function panelState({ isError, error, isPending, refetch }: ReturnType<typeof useQuery<unknown>>) {
  if (isError) {
    const message = notLoaded("Your second factor", error);
    return { kind: "error", message, onRetry: () => void refetch() } as const;
  }
  return isPending ? ({ kind: "loading" } as const) : ({ kind: "ready" } as const);
}

function Bones(): ReactNode {
  return (
    <div className={`${classes.factor} ${classes.bones}`} aria-hidden="true">
      <Skeleton width="92%" />
      <Skeleton width="60%" />
      <Skeleton width={84} />
      <Skeleton height={30} />
      <Skeleton width={72} height={30} />
    </div>
  );
}
