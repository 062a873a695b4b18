import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { serialError } from "../../../../app/form/rules.ts";
import { toast } from "../../../../app/toast.ts";
import { clockAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import classes from "../data.module.css";
import { MeterField } from "../decide/MeterField.tsx";
import { RepairForm } from "../decide/RepairForm.tsx";
import type { RepairBody } from "../decide/send-correction.ts";
import { useMeters } from "../decide/use-meters.ts";
import { reasonError, useRepair } from "../decide/use-repair.ts";
import { FieldSelect } from "../imports/FieldSelect.tsx";
import type { DataDialogProps } from "../view/use-data.ts";
import ownClasses from "./correct.module.css";
import {
  hourError,
  hoursOf,
  lastHourError,
  MOST_GALLONS,
  typedHours,
  volumeError,
  volumesOf,
} from "./corrected-hours.ts";
import { HourFields, type HourValues } from "./HourFields.tsx";
import { readMeterAndHour } from "./meter-and-hour.ts";
import { pastedLines } from "./pasted-lines.ts";

const MOST_REGISTER = 1e12;
/** Lengths of the intervals that lines can be for, in minutes; volumes of 60 are sent as hours. */
const LENGTHS = [30, 15, 10, 5, 1] as const;
const lengthChoices = [
  ["60", t`1 hour`],
  ...LENGTHS.map((minutes) => [`${minutes}`, plural(minutes, { one: "# minute", other: "# minutes" })] as const),
] as const;

/** How values are entered: a field for each hour, or pasted lines of hours or of registers. */
type Way = "fields" | "hours" | "registers";

/** Enters what a meter measured in some hours: hour by hour, or in pasted lines. */
export default function CorrectHours({ view, of, opened, onClose, onDone }: DataDialogProps): ReactNode {
  const { propertyId, zone } = view;
  const [initial] = useState(() => {
    const { meter, hour } = readMeterAndHour(of);
    const first = hour === undefined ? "" : clockAtProperty(hour, zone);
    return { meter, first, last: "", volumes: "", way: "fields", minutes: "60", lines: "", reason: "" };
  });
  const [now] = useState(() => Date.now());
  // Whether the typed meter has a register according to the inventory, for validation; undefined: not known (yet).
  const [hasRegister, setHasRegister] = useState<boolean>();
  const wayOf = ({ way }: HourValues): Way => {
    if (hasRegister === true) return "registers";
    return way === "registers" && hasRegister === undefined ? "registers" : way === "fields" ? "fields" : "hours";
  };
  const linesOf = (values: HourValues) =>
    pastedLines(values.lines, zone, wayOf(values) === "registers" ? MOST_REGISTER : MOST_GALLONS);
  const repair = useRepair({
    propertyId,
    name: `correct ${propertyId} ${of}`,
    initial,
    rules: {
      meter: serialError,
      first: (typed, values) => (wayOf(values) === "fields" ? hourError(typed, zone, now) : null),
      last: (typed, values) => (wayOf(values) === "fields" ? lastHourError(typed, values.first, zone, now) : null),
      volumes: (typed, values) =>
        wayOf(values) === "fields" ? volumesError(typed, hoursOf(values.first, values.last, zone, now)) : null,
      lines: (_, values) => {
        const read = wayOf(values) === "fields" ? [] : linesOf(values);
        return typeof read === "string" ? read : null;
      },
      reason: reasonError,
    },
    fieldOf: {
      meter_serial_number: "meter",
      hours: "lines",
      "hours.hour": "lines",
      "hours.gallons": "lines",
      intervals: "lines",
      "intervals.started_at": "lines",
      "intervals.minutes": "lines",
      "intervals.gallons": "lines",
      registers: "lines",
      "registers.read_at": "lines",
      "registers.register": "lines",
    },
    body: (values, preview): RepairBody => {
      const way = wayOf(values);
      const read = way === "fields" ? [] : linesOf(values);
      const lines = typeof read === "string" ? [] : read;
      const common = {
        kind: "correct" as const,
        reason: values.reason.trim(),
        preview,
        meter_serial_number: values.meter.trim(),
      };
      if (way === "fields")
        return { ...common, hours: typedHours(values.volumes, hoursOf(values.first, values.last, zone, now)) };
      const minutes = LENGTHS.find((length) => `${length}` === values.minutes);
      if (way === "hours" && minutes !== undefined)
        return { ...common, intervals: lines.map(({ at, value }) => ({ started_at: at, minutes, gallons: value })) };
      if (way === "hours") return { ...common, hours: lines.map(({ at, value }) => ({ hour: at, gallons: value })) };
      return { ...common, registers: lines.map(({ at, value }) => ({ read_at: at, register: value })) };
    },
    onDone: () => {
      onDone();
      toast({
        title: t`Corrected`,
        message: t`The figures follow. It is listed among the repairs, and can be undone there.`,
      });
    },
  });
  const { form } = repair.entry;
  const offered = useMeters(propertyId, form.values.meter);
  const named = offered.find(({ serial_number }) => serial_number === form.values.meter.trim());
  const registerOfNamed = named?.has_register;
  if (registerOfNamed !== undefined && registerOfNamed !== hasRegister) setHasRegister(registerOfNamed);
  const way = wayOf(form.values);
  const go = (to: Way, buttonLabel: string) => (
    <button type="button" className={ownClasses.other} onClick={() => form.setFieldValue("way", to)}>
      {buttonLabel}
    </button>
  );
  return (
    <RepairForm
      repair={repair}
      opened={opened}
      onClose={onClose}
      title={way === "registers" ? t`Correct registers` : t`Correct hours`}
      action={way === "registers" ? t`Correct the registers` : t`Correct the hours`}
      reasonExample={t`read by hand`}
      size="large"
    >
      <p className={classes.soft}>
        <Trans>Your values take precedence over anything that the device sent or will send.</Trans>
      </p>
      <MeterField
        label={t`Meter`}
        help={t`Its serial number`}
        offered={offered}
        input={form.getInputProps("meter")}
        isFirst={initial.meter === ""}
      />
      {way === "fields" ? (
        <HourFields form={form} propertyId={propertyId} meter={named?.serial_number} zone={zone} now={now} />
      ) : (
        <>
          {way === "hours" && (
            <FieldSelect
              label={t`Each line is for`}
              value={form.values.minutes}
              options={lengthChoices}
              error={undefined}
              onChange={(minutes) => form.setFieldValue("minutes", minutes)}
            />
          )}
          <Textarea
            label={
              way === "registers"
                ? t`When, and what the register showed`
                : form.values.minutes === "60"
                  ? t`Hours and gallons`
                  : t`Intervals and gallons`
            }
            description={
              form.errors.lines
                ? undefined
                : t`A line for each, such as ${way === "hours" ? `2026-01-31 14:${form.values.minutes === "60" ? "00" : "15"}, 12.5` : "2026-01-31 14:05:37, 48210.5"}; none in place of a number that was never measured. On the property's clock (${zone.replaceAll("_", " ")}), or with an offset`
            }
            inputWrapperOrder={["label", "input", "description", "error"]}
            classNames={{ input: ownClasses.lines }}
            rows={8}
            autosize={false}
            spellCheck={false}
            autoComplete="off"
            {...form.getInputProps("lines")}
          />
        </>
      )}
      {hasRegister !== true && (
        <div className={ownClasses.others}>
          {way === "fields"
            ? go("hours", t`Paste hours or shorter intervals instead`)
            : go("fields", t`Choose hours instead`)}
          {hasRegister === undefined && way !== "registers" && go("registers", t`The meter has a register`)}
        </div>
      )}
    </RepairForm>
  );
}

function volumesError(text: string, hours: ReturnType<typeof hoursOf>): string | null {
  if (hours.length === 0) return null;
  const volumes = volumesOf(text);
  for (const { at, hourLabel } of hours) {
    const wrong = volumeError(volumes.get(at) ?? "");
    if (wrong !== null) return `${hourLabel}: ${wrong}`;
  }
  return typedHours(text, hours).length === 0 ? t`Write a volume for at least one hour.` : null;
}
