import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import entryClasses from "../../../../app/form/entry.module.css";
import type { Entry } from "../../../../app/form/use-entry.ts";
import { toast } from "../../../../app/toast.ts";
import { readMeterAndHour } from "../correct/meter-and-hour.ts";
import classes from "../data.module.css";
import { MeterField } from "../decide/MeterField.tsx";
import { RepairForm } from "../decide/RepairForm.tsx";
import { useMeters } from "../decide/use-meters.ts";
import { useRepair } from "../decide/use-repair.ts";
import { FileChoices } from "../imports/FileChoices.tsx";
import { columnsOf } from "../imports/file-head.ts";
import { formatFileSize } from "../imports/import-text.ts";
import { firstChoices } from "../imports/reading-choices.ts";
import type { DataDialogProps } from "../view/use-data.ts";
import { MOST_LETTERS, newRange, type RangeFields, rangeBody, rangeRules, serialsOf } from "./range-rules.ts";
import ownClasses from "./reimport.module.css";

/** Fields of the file's reading that the call names with its own. */
const ofFile = ["time_zone", "date_format", "interval", "interval_end", "delimiter", "decimal_comma", "unit"] as const;

/** Puts rows in the place of all that some meters sent in a range. */
export default function ReimportRange({ view, of, opened, onClose, onDone }: DataDialogProps): ReactNode {
  const { propertyId, zone } = view;
  const [initial] = useState(() => newRange(readMeterAndHour(of).meter));
  const [now] = useState(() => Date.now());
  const repair = useRepair<RangeFields>({
    propertyId,
    name: `reimport ${propertyId} ${of}`,
    initial,
    rules: rangeRules(zone, now),
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
        title: t`Imported again`,
        message: t`The figures follow. It is listed among the repairs, and can be undone there.`,
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
      title={t`Import a range again`}
      action={t`Import it again`}
      reasonExample={t`the utility's own file`}
      size="large"
    >
      <p className={classes.soft}>
        <Trans>
          In the range only these rows count for these meters, whatever the devices sent or will send. What has no row
          was not measured, which is not zero.
        </Trans>
      </p>
      <MeterField
        label={t`Meters`}
        help={t`Serial numbers, separated by commas. Every row belongs to one of them`}
        offered={offered}
        input={form.getInputProps("meters")}
        isFirst={initial.meters === ""}
      />
      <div className={entryClasses.pair}>
        {bound("from", t`From`, t`On the property's clock (${zone.replaceAll("_", " ")})`)}
        {bound("until", t`Up to`, t`Not included`)}
      </div>
      <RangeRows form={form} zone={zone} />
    </RepairForm>
  );
}

/** Enough of the rows for their headings and an example. */
const HEAD_LETTERS = 20_000;

/** The rows that count in the range, pasted or out of a file, and how they are to be read. */
function RangeRows({ form, zone }: { form: Entry<RangeFields>["form"]; zone: string }): ReactNode {
  const file = useRef<HTMLInputElement>(null);
  const { values, errors } = form;
  const head = columnsOf(values.rows.slice(0, HEAD_LETTERS));
  const hasRows = values.rows.trim() !== "";
  const take = (rows: string) => {
    const next = columnsOf(rows.slice(0, HEAD_LETTERS));
    const isSame = hasRows && next.columns.join("\n") === head.columns.join("\n");
    const [only = "", ...others] = serialsOf(values.meters);
    form.setValues(
      isSame
        ? { rows }
        : { rows, ...firstChoices(next.columns, next.example), one_serial: others.length === 0 ? only : "" },
    );
    form.clearFieldError("rows");
  };
  const choose = async (chosen: File) => {
    if (chosen.size > MOST_LETTERS) {
      const size = formatFileSize(chosen.size);
      return form.setFieldError(
        "rows",
        t`${chosen.name} has ${size}: more than one repair takes. Split the range, 10,000 rows at a time.`,
      );
    }
    try {
      take(await chosen.text());
    } catch {
      form.setFieldError(
        "rows",
        t`${chosen.name} could not be read. If it is open in another program, close it there and choose it again.`,
      );
    }
  };
  const wrong = Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) =>
      typeof message === "string" ? [[field, message] as const] : [],
    ),
  );
  return (
    <>
      <Textarea
        label={t`Rows`}
        description={
          errors.rows
            ? undefined
            : t`Pasted, with their headings: serial, hour, gallons need nothing else. At most 10,000`
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
        classNames={{ input: ownClasses.rows }}
        rows={6}
        autosize={false}
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps("rows")}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <input
        ref={file}
        className={ownClasses.input}
        type="file"
        accept=".csv,.txt,text/csv"
        aria-label={t`File of rows`}
        tabIndex={-1}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen !== undefined) void choose(chosen);
          // So that the same file can be chosen again after a correction.
          event.currentTarget.value = "";
        }}
      />
      <div>
        <Button variant="default" onClick={() => file.current?.click()}>
          <Trans>Choose a file</Trans>
        </Button>
      </div>
      {hasRows && (
        <FileChoices
          head={head}
          choices={values}
          wrong={wrong}
          onChange={(changed) => {
            form.setValues(changed);
            for (const field of Object.keys(changed)) form.clearFieldError(field);
          }}
          zone={zone}
        />
      )}
    </>
  );
}
