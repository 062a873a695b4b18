import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import type { ReportDialogProps } from "../../../../app/report/report-dialog.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { CustomCostForm } from "./CustomCostForm.tsx";
import { useCustomCost } from "./use-custom-cost.ts";

/** Sets what a gallon costs at the units of properties. What is typed stays when the dialog closes without saving. */
export default function CustomCostDialog({ view, opened, onClose }: ReportDialogProps): ReactNode {
  const formId = useId();
  const { save, submit, ...state } = useCustomCost(view, onClose);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Set Custom Cost per Gallon"
      size="large"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <CustomCostForm id={formId} {...state} period={view.period} onSubmit={submit} error={save.error} />
    </Dialog>
  );
}
