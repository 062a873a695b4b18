import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RepairAnswer } from "../../../../../../contract/readings/repairs.ts";
import { sentenceOf } from "../../../../../app/api-error.ts";
import entryClasses from "../../../../../app/form/entry.module.css";
import { toast } from "../../../../../app/toast.ts";
import { askUndo } from "../../../data/decide/send-correction.ts";
import classes from "./swap.module.css";

interface Props {
  propertyId: number;
  done: RepairAnswer;
  onUndone: () => void;
}

/** The swap is recorded, and how it is taken back. */
export function SwapDone({ propertyId, done, onUndone }: Props): ReactNode {
  const client = useQueryClient();
  const { id } = done;
  const undo = useMutation({
    mutationKey: ["undo swap", id],
    mutationFn: () => askUndo(propertyId, id ?? 0, false),
    onSuccess: () => {
      onUndone();
      toast({ title: t`Swap undone`, message: t`Meters and figures are as if it had never been recorded.` });
      void client.invalidateQueries();
    },
  });
  return (
    <div className={classes.done}>
      <p>
        <Trans>
          <b>The swap is recorded.</b> It is listed among the repairs of this property, with its reason, and can be
          undone there at any time.
        </Trans>
      </p>
      <p className={entryClasses.failure} role="alert">
        {undo.error !== null && sentenceOf(undo.error)}
      </p>
      <div className={entryClasses.aside}>
        <Button
          variant="default"
          loading={undo.isPending}
          onClick={() => client.isMutating({ mutationKey: ["undo swap", id] }) === 0 && undo.mutate()}
        >
          <Trans>Undo this swap</Trans>
        </Button>
        <Button
          variant="subtle"
          renderRoot={(props) => (
            <Link to="/admin/data" search={{ property_id: propertyId, tab: "repairs" }} {...props} />
          )}
        >
          <Trans>All repairs</Trans>
        </Button>
      </div>
    </div>
  );
}
