import { Button } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { type CallAnswer, call } from "../../../../app/api.ts";
import { toast } from "../../../../app/toast.ts";
import classes from "../profile.module.css";
import { ConfirmWithPassword } from "./ConfirmWithPassword.tsx";

/** Recovery codes below which it is time for new ones. */
const FEW = 3;

interface Props {
  state: CallAnswer<"GET /v1/me/second-factor">;
  /** New recovery codes, which are shown this once. */
  onCodes: (codes: readonly string[]) => void;
  onRemoved: () => void;
}

/** A second factor at work: how many recovery codes are left, new ones, and removing it. */
export function SecondFactorOn({ state, onCodes, onRemoved }: Props): ReactNode {
  const [openDialog, setOpenDialog] = useState<"codes" | "removal">();
  const reason = useId();
  const { recovery_codes_left: left, required } = state;
  const close = () => setOpenDialog(undefined);
  return (
    <div className={classes.form}>
      <p className={classes.sentence}>
        Signing in asks for a code of your authenticator app.{" "}
        <span className={left < FEW ? classes.left : undefined}>
          You have {left} recovery {left === 1 ? "code" : "codes"} left.
        </span>
        {left < FEW && " Get new ones before you need them."}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => setOpenDialog("codes")}>
          New recovery codes
        </Button>
        <Button
          variant="default"
          disabled={required}
          aria-describedby={required ? reason : undefined}
          onClick={() => setOpenDialog("removal")}
        >
          Remove
        </Button>
      </div>
      {required && (
        <p id={reason} className={`${classes.sentence} ${classes.soft}`}>
          Staff must have a second factor here, so it cannot be removed.
        </p>
      )}
      <ConfirmWithPassword
        opened={openDialog === "codes"}
        onClose={close}
        title="New recovery codes?"
        action="Get new codes"
        write={(password) => call("POST /v1/me/second-factor/recovery-codes", { body: { password } })}
        onDone={({ recovery_codes }) => {
          close();
          onCodes(recovery_codes);
        }}
      >
        <p className={classes.sentence}>
          You get ten new codes. Those that are left stop working at once; your authenticator app goes on as it is.
        </p>
      </ConfirmWithPassword>
      <ConfirmWithPassword
        opened={openDialog === "removal"}
        onClose={close}
        title="Remove the second factor?"
        action="Remove"
        destructive
        write={(password) => call("POST /v1/me/second-factor/remove", { body: { password } })}
        onDone={() => {
          close();
          toast({ title: "Second factor removed", message: "Signing in asks for your password only." });
          onRemoved();
        }}
      >
        <p className={classes.sentence}>
          Signing in will ask for your password only. The key in your authenticator app and all recovery codes stop
          working; your sessions stay.
        </p>
      </ConfirmWithPassword>
    </div>
  );
}
