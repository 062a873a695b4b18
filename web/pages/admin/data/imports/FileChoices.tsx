import { Checkbox, TextInput } from "@mantine/core";
import "@mantine/core/styles/Checkbox.layer.css";
import { type ReactNode, useId, useState } from "react";
import { ColumnChoices } from "./ColumnChoices.tsx";
import { FieldSelect } from "./FieldSelect.tsx";
import type { FileHead } from "./file-head.ts";
import classes from "./imports.module.css";
import { PulseSize } from "./PulseSize.tsx";
import { intervalChoices, type ReadingChoices } from "./reading-choices.ts";
import { UnitOfFigures } from "./UnitOfFigures.tsx";

interface Props {
  head: Pick<FileHead, "columns" | "example">;
  choices: ReadingChoices;
  wrong: Readonly<Record<string, string>>;
  onChange: (changed: Partial<ReadingChoices>) => void;
  /** The property's. */
  zone: string;
  /** Units can be made for meters that are not known. */
  makesUnits?: boolean;
}

/** How to read a file: the column mapping and, collapsed, other options that a file may not contain. */
export function FileChoices({ head, choices, wrong, onChange: set, zone, makesUnits }: Props): ReactNode {
  const id = useId();
  const isWrongInside = [
    "unit",
    "date_format",
    "interval",
    "interval_end",
    "time_zone",
    "delimiter",
    "decimal_comma",
  ].some((one) => one in wrong);
  // Detected or chosen options are visible.
  const [isUnfolded, setUnfolded] = useState(choices.date_format !== "" || choices.interval !== "");
  const unfolded = isUnfolded || isWrongInside;
  return (
    <>
      <ColumnChoices head={head} choices={choices} wrong={wrong} onChange={set} />
      <div>
        <button
          type="button"
          className={classes.unfold}
          aria-expanded={unfolded}
          aria-controls={unfolded ? id : undefined}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? "Fewer choices" : "Dates, interval, time zone, decimals…"}
        </button>
      </div>
      {unfolded && (
        <div id={id} className={classes.fields}>
          {!choices.isMapped && (
            <UnitOfFigures
              none="As the file's kind has it"
              unit={choices.unit}
              error={wrong.unit}
              onChange={(unit) => set({ unit })}
            />
          )}
          {!choices.isMapped && <PulseSize choices={choices} wrong={wrong} onChange={set} />}
          <FieldSelect
            label="Dates are written"
            value={choices.date_format}
            options={[
              ["", "2026-01-31 (ISO), or as the file's kind has it"],
              ["MM/DD/YYYY", "01/31/2026 (month first)"],
              ["DD/MM/YYYY", "31/01/2026 (day first)"],
              ["YYYY-DD-MM", "2026-31-01 (year, then the day)"],
              ["excel", "46053.58 (days, as spreadsheets count them)"],
              ["unix", "1769868000 (Unix seconds)"],
            ]}
            error={wrong.date_format}
            onChange={(date_format) => set({ date_format })}
          />
          {!(choices.isMapped && choices.holds !== "gallons") && (
            <>
              <FieldSelect
                label="Each figure is for"
                value={choices.interval}
                options={intervalChoices}
                error={wrong.interval}
                onChange={(interval) => set({ interval })}
              />
              <FieldSelect
                label="Each time is"
                value={choices.interval_end ? "end" : "begin"}
                options={[
                  ["begin", "The start of its interval"],
                  ["end", "The end of its interval"],
                ]}
                error={wrong.interval_end}
                onChange={(side) => set({ interval_end: side === "end" })}
              />
            </>
          )}
          <TextInput
            label="Time zone of local times"
            placeholder={zone}
            description={wrong.time_zone ? undefined : `Empty: the property's, ${zone.replaceAll("_", " ")}`}
            inputWrapperOrder={["label", "input", "description", "error"]}
            autoComplete="off"
            maxLength={100}
            value={choices.time_zone}
            error={wrong.time_zone}
            onChange={(event) => set({ time_zone: event.currentTarget.value })}
          />
          <FieldSelect
            label="Between the columns"
            value={choices.delimiter}
            options={[
              ["", "As its first line shows"],
              [",", "Comma"],
              [";", "Semicolon"],
              ["tab", "Tab"],
            ]}
            error={wrong.delimiter}
            onChange={(delimiter) => set({ delimiter })}
          />
          <Checkbox
            size="xs"
            radius="xs"
            label="Commas are decimal signs"
            description="1.234,5 is then one thousand two hundred thirty-four and a half"
            checked={choices.decimal_comma}
            onChange={(event) => set({ decimal_comma: event.currentTarget.checked })}
          />
          {makesUnits && (
            <Checkbox
              size="xs"
              radius="xs"
              label="Make a unit for each meter that is not known"
              description="For data without an inventory. Otherwise rows of unknown meters are rejected"
              checked={choices.create_units}
              onChange={(event) => set({ create_units: event.currentTarget.checked })}
            />
          )}
        </div>
      )}
    </>
  );
}
