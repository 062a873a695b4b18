import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { MeterRow } from "../../../../../contract/inventory/places.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { toast } from "../../../../app/toast.ts";
import { rowDialog } from "../../list/row-dialog.tsx";
import { useMeter } from "../view/inventory-rows.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { useToday } from "../view/use-today.ts";
import { PointChoice } from "./PointChoice.tsx";
import { pointLocationLabel } from "./point-text.ts";
import { ALWAYS, SinceField, sinceError } from "./SinceField.tsx";

/** Installs a meter without a place at an empty point. */
export default rowDialog(useMeter, PlaceMeter);

type Props = InventoryDialogProps & { row: MeterRow };

function PlaceMeter(props: Props): ReactNode {
  const today = useToday(props.view.propertyId);
  return today === undefined ? null : <Form {...props} today={today} />;
}

function Form({ view, row: meter, today, opened, onClose, onDone }: Props & { today: string }): ReactNode {
  const entry = useEntry({
    name: `place of meter ${meter.id}`,
    initial: { point_id: "", in_service_since: ALWAYS },
    rules: {
      point_id: (typed: string) => (typed === "" ? t`Choose the point.` : null),
      in_service_since: sinceError,
    },
    write: ({ point_id, in_service_since }) =>
      call("PUT /v1/admin/staff/inventory/properties/{property_id}/meters/{meter_id}/place", {
        params: { property_id: view.propertyId, meter_id: meter.id },
        body: {
          point_id: Number(point_id),
          in_service_since: meter.has_readings ? undefined : in_service_since,
        },
      }),
    onDone: ({ serial_number, place }) => {
      onDone();
      toast({
        title: t`Meter in place`,
        message: t`${serial_number} is installed at ${place === null ? t`the point` : pointLocationLabel(place)}.`,
      });
    },
  });
  const input = entry.form.getInputProps("point_id");
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`Put meter ${meter.serial_number} at a point`}
      entry={entry}
      save={t`Put there`}
    >
      <PointChoice
        view={view}
        input={{
          value: entry.form.values.point_id,
          error: input.error,
          onChange: (value, point) => {
            input.onChange(value);
            entry.form.setFieldValue("in_service_since", point?.has_readings ? today : ALWAYS);
          },
        }}
      />
      {meter.has_readings ? (
        <p className={classes.soft}>
          <Trans>It counts there from now on. What it sent before stays where it was.</Trans>
        </p>
      ) : (
        <SinceField input={entry.form.getInputProps("in_service_since")} />
      )}
    </EntryDialog>
  );
}
