import { Button, Textarea } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import type { Entry } from "../../property/entry/use-entry.ts";
import { FileChoices } from "../imports/FileChoices.tsx";
import { columnsOf } from "../imports/file-head.ts";
import { formatFileSize } from "../imports/import-text.ts";
import { firstChoices } from "../imports/reading-choices.ts";
import { MOST_LETTERS, type RangeFields, serialsOf } from "./range-rules.ts";
import ownClasses from "./reimport.module.css";

/** Enough of the rows for their headings and an example. */
const HEAD_LETTERS = 20_000;

/** The rows that count in the range, pasted or out of a file, and how they are to be read. */
export function RangeRows({ form, zone }: { form: Entry<RangeFields>["form"]; zone: string }): ReactNode {
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
        `${chosen.name} has ${size}: more than one repair takes. Split the range, 10,000 rows at a time.`,
      );
    }
    try {
      take(await chosen.text());
    } catch {
      form.setFieldError(
        "rows",
        `${chosen.name} could not be read. If it is open in another program, close it there and choose it again.`,
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
        label="Rows"
        description={
          errors.rows
            ? undefined
            : "Pasted, with their headings: serial, hour, gallons need nothing else. At most 10,000"
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
        aria-label="File of rows"
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
          Choose a file
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
