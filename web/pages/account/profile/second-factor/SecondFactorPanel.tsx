import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { type CallAnswer, call } from "../../../../app/api.ts";
import { meQuery } from "../../../../app/query.ts";
import { panelOf } from "../../../../app/query-state.ts";
import { toast } from "../../../../app/toast.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import classes from "../profile.module.css";
import { secondFactorQuery, sessionsQuery } from "../view/profile-queries.ts";
import { BeginStep } from "./BeginStep.tsx";
import { ConfirmStep } from "./ConfirmStep.tsx";
import { ConfirmWithPassword } from "./ConfirmWithPassword.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

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
    <Panel title={t`Second factor`} state={panelOf(state, t`Your second factor`)} skeleton={<Bones />}>
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

/** Recovery codes below which it is time for new ones. */
const FEW = 3;

interface Props {
  state: CallAnswer<"GET /v1/me/second-factor">;
  /** New recovery codes, which are shown this once. */
  onCodes: (codes: readonly string[]) => void;
  onRemoved: () => void;
}

/** A second factor at work: how many recovery codes are left, new ones, and removing it. */
function SecondFactorOn({ state, onCodes, onRemoved }: Props): ReactNode {
  const [openDialog, setOpenDialog] = useState<"codes" | "removal">();
  const reason = useId();
  const { recovery_codes_left: left, required } = state;
  const close = () => setOpenDialog(undefined);
  return (
    <div className={classes.form}>
      <p className={classes.sentence}>
        <Trans>
          Signing in asks for a code of your authenticator app.{" "}
          <span className={left < FEW ? classes.left : undefined}>
            You have {left} recovery {left === 1 ? "code" : "codes"} left.
          </span>
          {left < FEW && t` Get new ones before you need them.`}
        </Trans>
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => setOpenDialog("codes")}>
          <Trans>New recovery codes</Trans>
        </Button>
        <Button
          variant="default"
          disabled={required}
          aria-describedby={required ? reason : undefined}
          onClick={() => setOpenDialog("removal")}
        >
          <Trans>Remove</Trans>
        </Button>
      </div>
      {required && (
        <p id={reason} className={`${classes.sentence} ${classes.soft}`}>
          <Trans>Staff must have a second factor here, so it cannot be removed.</Trans>
        </p>
      )}
      <ConfirmWithPassword
        opened={openDialog === "codes"}
        onClose={close}
        title={t`New recovery codes?`}
        action={t`Get new codes`}
        write={(password) => call("POST /v1/me/second-factor/recovery-codes", { body: { password } })}
        onDone={({ recovery_codes }) => {
          close();
          onCodes(recovery_codes);
        }}
      >
        <p className={classes.sentence}>
          <Trans>
            You get ten new codes. Those that are left stop working at once; your authenticator app keeps working.
          </Trans>
        </p>
      </ConfirmWithPassword>
      <ConfirmWithPassword
        opened={openDialog === "removal"}
        onClose={close}
        title={t`Remove the second factor?`}
        action={t`Remove`}
        destructive
        write={(password) => call("POST /v1/me/second-factor/remove", { body: { password } })}
        onDone={() => {
          close();
          toast({ title: t`Second factor removed`, message: t`Signing in asks for your password only.` });
          onRemoved();
        }}
      >
        <p className={classes.sentence}>
          <Trans>
            Signing in will ask for your password only. The key in your authenticator app and all recovery codes stop
            working; your sessions stay.
          </Trans>
        </p>
      </ConfirmWithPassword>
    </div>
  );
}
