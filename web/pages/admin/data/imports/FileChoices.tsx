import { t } from "@lingui/core/macro";
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
          {unfolded ? t`Fewer choices` : t`Dates, interval, time zone, decimals…`}
        </button>
      </div>
      {unfolded && (
        <div id={id} className={classes.fields}>
          {!choices.isMapped && (
            <UnitOfFigures
              none={t`As the file's kind has it`}
              unit={choices.unit}
              error={wrong.unit}
              onChange={(unit) => set({ unit })}
            />
          )}
          {!choices.isMapped && <PulseSize choices={choices} wrong={wrong} onChange={set} />}
          <FieldSelect
            label={t`Dates are written`}
            value={choices.date_format}
            options={[
              ["", t`2026-01-31 (ISO), or as the file's kind has it`],
              ["MM/DD/YYYY", t`01/31/2026 (month first)`],
              ["DD/MM/YYYY", t`31/01/2026 (day first)`],
              ["YYYY-DD-MM", t`2026-31-01 (year, then the day)`],
              ["excel", t`46053.58 (days, as spreadsheets count them)`],
              ["unix", t`1769868000 (Unix seconds)`],
            ]}
            error={wrong.date_format}
            onChange={(date_format) => set({ date_format })}
          />
          {!(choices.isMapped && choices.holds !== "gallons") && (
            <>
              <FieldSelect
                label={t`Each figure is for`}
                value={choices.interval}
                options={intervalChoices}
                error={wrong.interval}
                onChange={(interval) => set({ interval })}
              />
              <FieldSelect
                label={t`Each time is`}
                value={choices.interval_end ? "end" : "begin"}
                options={[
                  ["begin", t`The start of its interval`],
                  ["end", t`The end of its interval`],
                ]}
                error={wrong.interval_end}
                onChange={(side) => set({ interval_end: side === "end" })}
              />
            </>
          )}
          <TextInput
            label={t`Time zone of local times`}
            placeholder={zone}
            description={wrong.time_zone ? undefined : t`Empty: the property's, ${zone.replaceAll("_", " ")}`}
            inputWrapperOrder={["label", "input", "description", "error"]}
            autoComplete="off"
            maxLength={100}
            value={choices.time_zone}
            error={wrong.time_zone}
            onChange={(event) => set({ time_zone: event.currentTarget.value })}
          />
          <FieldSelect
            label={t`Between the columns`}
            value={choices.delimiter}
            options={[
              ["", t`As its first line shows`],
              [",", t`Comma`],
              [";", t`Semicolon`],
              ["tab", "Tab"],
              ["|", t`Vertical bar`],
            ]}
            error={wrong.delimiter}
            onChange={(delimiter) => set({ delimiter })}
          />
          <Checkbox
            size="xs"
            radius="xs"
            label={t`Commas are decimal signs`}
            description={t`1.234,5 is then one thousand two hundred thirty-four and a half`}
            checked={choices.decimal_comma}
            onChange={(event) => set({ decimal_comma: event.currentTarget.checked })}
          />
          {makesUnits && (
            <Checkbox
              size="xs"
              radius="xs"
              label={t`Make a unit for each meter that is not known`}
              description={t`For data without an inventory. Otherwise rows of unknown meters are rejected`}
              checked={choices.create_units}
              onChange={(event) => set({ create_units: event.currentTarget.checked })}
            />
          )}
        </div>
      )}
    </>
  );
}
