import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { MeterRow } from "../../../../../../contract/inventory/places.ts";
import type { RepairAnswer } from "../../../../../../contract/readings/repairs.ts";
import { DraftNotice } from "../../../../../app/form/DraftNotice.tsx";
import classes from "../../../../../app/form/entry.module.css";
import { useEntry } from "../../../../../app/form/use-entry.ts";
import { QueryFailure } from "../../../../../app/QueryPanel.tsx";
import { toast } from "../../../../../app/toast.ts";
import { Dialog } from "../../../../../components/dialog/Dialog.tsx";
import { clockAtProperty } from "../../../../property/leak-detail/view/property-time.ts";
import { propertyQuery } from "../../../../property/property/view/property-query.ts";
import { Effect } from "../../../data/decide/Effect.tsx";
import { askRepair } from "../../../data/decide/send-correction.ts";
import { NotThere } from "../../../list/NotThere.tsx";
import { useMeter } from "../../view/inventory-rows.ts";
import type { InventoryDialogProps } from "../../view/use-inventory.ts";
import { pointLocationLabel } from "../point-text.ts";
import { SwapDone } from "./SwapDone.tsx";
import { SwapFields } from "./SwapFields.tsx";
import { newSwap, swapBody, swapRules } from "./swap-rules.ts";

/** Replaces the meter at a point by another: form, preview, result, and undo. */
export default function SwapDialog(props: InventoryDialogProps): ReactNode {
  const { view, opened, onClose } = props;
  const { row: found, ...search } = useMeter(props);
  // As it was when this began: after the swap the list has it in no place.
  const [begun, setBegun] = useState<MeterRow>();
  if (begun === undefined && found !== undefined) setBegun(found);
  const meter = begun ?? found;
  const property = useQuery(propertyQuery(view.propertyId));
  if (meter === undefined) return <NotThere opened={opened} onClose={onClose} {...search} />;
  if (property.data !== undefined && meter.place !== null) {
    return <Form {...props} meter={meter} zone={property.data.time_zone} />;
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Swap meter ${meter.serial_number}`} size="small">
      {meter.place === null ? (
        <p className={classes.soft}>
          <Trans>It is not installed anywhere now, so nothing can replace it.</Trans>
        </p>
      ) : property.isError ? (
        <QueryFailure query={property} what={t`The property's time zone`} />
      ) : null}
    </Dialog>
  );
}

type FormProps = InventoryDialogProps & { meter: MeterRow; zone: string };

function Form({ view, meter, zone, opened, onClose, onDone }: FormProps): ReactNode {
  const [preview, setPreview] = useState<{ answer: RepairAnswer; of: string }>();
  const [done, setDone] = useState<RepairAnswer>();
  const [now] = useState(() => Date.now());
  const entry = useEntry({
    name: `swap of meter ${meter.id}`,
    initial: newSwap(clockAtProperty(now, zone)),
    rules: swapRules(meter, zone),
    fieldOf: {
      "new_meter.serial_number": "new_serial",
      "new_meter.register_unit": "new_register_unit",
      "new_meter.gallons_per_pulse": "gallons_per_pulse",
      "new_meter.register_count": "register_count",
      "new_meter.register_width": "register_width",
      "new_meter.gateway_serial_number": "new_gateway",
    },
    write: (typed) => askRepair(view.propertyId, swapBody(meter, typed, zone, preview?.of !== JSON.stringify(typed))),
    onDone: (answer, typed) => {
      if (answer.preview) return setPreview({ answer, of: JSON.stringify(typed) });
      setDone(answer);
      toast({
        title: t`Meter swapped`,
        message: t`${typed.new_serial.trim()} is in the place of ${meter.serial_number}.`,
      });
    },
  });
  const isLooked = preview !== undefined && preview.of === JSON.stringify(entry.form.values);
  return (
    <Dialog
      opened={opened}
      onClose={done === undefined ? onClose : onDone}
      title={t`Swap meter ${meter.serial_number}`}
      footer={
        done === undefined ? (
          <>
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" form={entry.formId} loading={entry.isSaving}>
              {isLooked ? t`Swap the meter` : t`See what changes`}
            </Button>
          </>
        ) : (
          <Button onClick={onDone}>
            <Trans>Close</Trans>
          </Button>
        )
      }
    >
      {done !== undefined ? (
        <SwapDone propertyId={view.propertyId} done={done} onUndone={onDone} />
      ) : (
        <form id={entry.formId} className={classes.form} onSubmit={entry.submit} noValidate>
          <DraftNotice isBack={entry.isBack} />
          <p className={classes.soft}>
            <Trans>
              At {meter.place && pointLocationLabel(meter.place)}. The old meter&apos;s service ends and the new
              one&apos;s begins at that time; the point keeps its history.
            </Trans>
          </p>
          <SwapFields view={view} form={entry.form} meter={meter} zone={zone} />
          <div aria-live="polite">
            {isLooked ? (
              <Effect effect={preview.answer.effect} isDone={false} />
            ) : (
              <p className={classes.soft}>
                <Trans>You see what it changes before anything is changed.</Trans>
              </p>
            )}
          </div>
          <p className={classes.failure} role="alert">
            {entry.failure}
          </p>
        </form>
      )}
    </Dialog>
  );
}
