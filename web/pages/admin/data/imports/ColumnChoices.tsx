import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Switch, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { FieldSelect } from "./FieldSelect.tsx";
import type { FileHead } from "./file-head.ts";
import classes from "./imports.module.css";
import { PulseSize } from "./PulseSize.tsx";
import { isKnownFile, type ReadingChoices } from "./reading-choices.ts";
import { UnitOfFigures } from "./UnitOfFigures.tsx";

interface Props {
  head: Pick<FileHead, "columns" | "example">;
  choices: ReadingChoices;
  wrong: Readonly<Record<string, string>>;
  onChange: (changed: Partial<ReadingChoices>) => void;
}

/** Maps the columns of a file. Known headers need no mapping; for a file that cannot be previewed headers are typed. */
export function ColumnChoices({ head, choices, wrong, onChange }: Props): ReactNode {
  const { columns, example } = head;
  const isKnown = isKnownFile(columns);
  const of = (name: string) => {
    const shown = example[columns.indexOf(name)];
    return shown ? `${name} (${shown.slice(0, 40)})` : name;
  };
  const column = (field: "serial" | "date" | "time" | "value", label: string, none: string) =>
    columns.length === 0 ? (
      <TextInput
        label={label}
        description={wrong[field] ? undefined : t`Its heading in the file`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        value={choices[field]}
        error={wrong[field]}
        onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      />
    ) : (
      <FieldSelect
        label={label}
        value={choices[field]}
        options={[["", none], ...columns.map((name) => [name, of(name)] as const)]}
        error={wrong[field]}
        onChange={(value) => onChange({ [field]: value })}
      />
    );
  return (
    <>
      <p className={classes.lead}>
        {isKnown ? (
          <>
            <b>
              <Trans>Its headings say what is what:</Trans>
            </b>{" "}
            {columns.slice(0, 12).join(", ")}.
          </>
        ) : columns.length > 0 ? (
          <Trans>
            <b>Which column is which?</b> Its headings are {columns.slice(0, 12).join(", ")}
            {columns.length > 12 && t` and ${columns.length - 12} more`}.
          </Trans>
        ) : (
          <Trans>
            <b>Its headings cannot be seen from here.</b> The server says what it finds.
          </Trans>
        )}
      </p>
      <Switch
        label={t`Name the columns myself`}
        checked={choices.isMapped}
        onChange={(event) => onChange({ isMapped: event.currentTarget.checked })}
      />
      {choices.isMapped && (
        <div className={classes.fields}>
          {column("serial", t`Serial number of the meter`, t`The same for all rows`)}
          {choices.serial === "" && (
            <TextInput
              label={t`Serial number of all rows`}
              autoComplete="off"
              maxLength={100}
              value={choices.one_serial}
              error={wrong.one_serial ?? wrong.serial}
              onChange={(event) => onChange({ one_serial: event.currentTarget.value })}
            />
          )}
          {column("date", t`Date`, t`In the same column as the time`)}
          {column("time", choices.date === "" ? t`Time` : t`Time of day`, t`Choose a column`)}
          {column("value", t`Figure`, t`Choose a column`)}
          <FieldSelect
            label={t`The figure is`}
            value={choices.holds}
            options={[
              ["gallons", t`The volume of the hour or interval that begins then`],
              ["register", t`What the register showed (it only grows)`],
              ["register_own_unit", t`The register, in the unit each meter has in the inventory`],
            ]}
            error={wrong.map ?? wrong.kind}
            onChange={(holds) => onChange({ holds })}
          />
          {choices.holds !== "register_own_unit" && (
            <UnitOfFigures
              none={t`Choose the unit`}
              unit={choices.unit}
              error={wrong.unit}
              onChange={(unit) => onChange({ unit })}
            />
          )}
          {choices.holds !== "register_own_unit" && <PulseSize choices={choices} wrong={wrong} onChange={onChange} />}
        </div>
      )}
    </>
  );
}
