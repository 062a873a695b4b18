import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { CallAnswer } from "../../../../app/api.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import { meQuery, read } from "../../../../app/query.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import classes from "../../account.module.css";
import { BeginStep } from "./BeginStep.tsx";
import { ConfirmStep } from "./ConfirmStep.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

const stateQuery = read("GET /v1/me/second-factor", {});

/** Whether sign-ins ask for a code, and setting that up: password, secret and first code, recovery codes. */
export function SecondFactorPanel(): ReactNode {
  const client = useQueryClient();
  const router = useRouter();
  const state = useQuery(stateQuery);
  const [begun, setBegun] = useState<CallAnswer<"POST /v1/me/second-factor">>();
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = async () => {
    setBegun(undefined);
    setCodes(undefined);
    // Whoever had to have one may see more from here on.
    await Promise.all([stateQuery, meQuery].map(({ queryKey }) => client.refetchQueries({ queryKey })));
    await router.invalidate();
  };
  return (
    <Panel title="Second factor" state={panelState(state)}>
      {codes !== undefined ? (
        <RecoveryCodes codes={codes} onDone={() => void finish()} />
      ) : begun !== undefined ? (
        <ConfirmStep begun={begun} onConfirmed={setCodes} onBack={() => setBegun(undefined)} />
      ) : state.data?.enabled === true ? (
        <p className={classes.state}>
          Signing in asks for a code of your authenticator app. You have {state.data.recovery_codes_left} recovery codes
          left.
        </p>
      ) : (
        <BeginStep isRequired={state.data?.required === true} onBegun={setBegun} />
      )}
    </Panel>
  );
}

function panelState({ isError, error, isPending, refetch }: ReturnType<typeof useQuery<unknown>>) {
  if (isError) return { kind: "error", message: sentenceOf(error), onRetry: () => void refetch() } as const;
  return isPending ? ({ kind: "loading" } as const) : ({ kind: "ready" } as const);
}
