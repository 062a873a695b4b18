import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { toast } from "../../../../app/toast.ts";
import { readMeterAndHour } from "../correct/meter-and-hour.ts";
import classes from "../data.module.css";
import { MeterField } from "../decide/MeterField.tsx";
import { RepairForm } from "../decide/RepairForm.tsx";
import { useMeters } from "../decide/use-meters.ts";
import { useRepair } from "../decide/use-repair.ts";
import type { DataDialogProps } from "../view/use-data.ts";
import { RangeRows } from "./RangeRows.tsx";
import { newRange, type RangeFields, rangeBody, rangeRules } from "./range-rules.ts";
import ownClasses from "./reimport.module.css";

/** Fields of the file's reading that the call names with its own. */
const ofFile = ["time_zone", "date_format", "interval", "interval_end", "delimiter", "decimal_comma", "unit"] as const;

/** Puts rows in the place of all that some meters sent in a range. */
export default function ReimportRange({ view, of, opened, onClose, onDone }: DataDialogProps): ReactNode {
  const { propertyId, zone } = view;
  const [initial] = useState(() => newRange(readMeterAndHour(of).meter));
  const repair = useRepair<RangeFields>({
    propertyId,
    name: `reimport ${propertyId} ${of}`,
    initial,
    rules: rangeRules(zone),
    fieldOf: {
      meter_serial_numbers: "meters",
      csv: "rows",
      "csv.text": "rows",
      "csv.map": "value",
      "csv.serial": "one_serial",
      ...Object.fromEntries(ofFile.map((field) => [`csv.${field}`, field])),
    },
    body: (values, preview) => rangeBody(values, zone, preview),
    onDone: () => {
      onDone();
      toast({
        title: "Imported again",
        message: "The figures follow. It stands among the repairs, and can be undone there.",
      });
    },
  });
  const { form } = repair.entry;
  const offered = useMeters(propertyId, form.values.meters);
  const bound = (name: "from" | "until", label: string, help: string) => (
    <TextInput
      label={label}
      description={form.errors[name] ? undefined : help}
      inputWrapperOrder={["label", "input", "description", "error"]}
      type="datetime-local"
      {...form.getInputProps(name)}
    />
  );
  return (
    <RepairForm
      repair={repair}
      opened={opened}
      onClose={onClose}
      title="Import a range again"
      action="Import it again"
      reasonExample="the utility's own file"
      size="large"
    >
      <p className={classes.soft}>
        In the range only these rows count for these meters, whatever the devices sent or will send. What has no row was
        not measured, which is not zero.
      </p>
      <MeterField
        label="Meters"
        help="Serial numbers, with commas between. Every row is of one of them"
        offered={offered}
        input={form.getInputProps("meters")}
        isFirst={initial.meters === ""}
      />
      <div className={ownClasses.pair}>
        {bound("from", "From", `On the property's clock (${zone.replaceAll("_", " ")})`)}
        {bound("until", "Up to", "Not included")}
      </div>
      <RangeRows form={form} zone={zone} />
    </RepairForm>
  );
}
