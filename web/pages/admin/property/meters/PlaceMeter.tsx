import { t } from "@lingui/core/macro";
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
import { PointChoice } from "./PointChoice.tsx";
import { pointLocationLabel } from "./point-text.ts";

/** Installs a meter without a place at an empty point. */
export default rowDialog(useMeter, PlaceMeter);

function PlaceMeter({
  view,
  row: meter,
  opened,
  onClose,
  onDone,
}: InventoryDialogProps & { row: MeterRow }): ReactNode {
  const entry = useEntry({
    name: `place of meter ${meter.id}`,
    initial: { point_id: "" },
    rules: { point_id: (typed: string) => (typed === "" ? t`Choose the point.` : null) },
    write: ({ point_id }) =>
      call("PUT /v1/admin/staff/inventory/properties/{property_id}/meters/{meter_id}/place", {
        params: { property_id: view.propertyId, meter_id: meter.id },
        body: { point_id: Number(point_id) },
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
        input={{ value: entry.form.values.point_id, error: input.error, onChange: input.onChange }}
      />
      <p className={classes.soft}>
        {meter.has_readings
          ? t`It counts there from now on. What it sent before stays where it was.`
          : t`It has sent nothing so far, and counts as having been there all along.`}
      </p>
    </EntryDialog>
  );
}
