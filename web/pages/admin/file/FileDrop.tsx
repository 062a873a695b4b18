import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import classes from "./file.module.css";

interface Props {
  /** What is to be chosen: "Spreadsheet". */
  label: string;
  /** For a screen reader: "Spreadsheet file". */
  inputLabel: string;
  /** The kinds of files, as an input has them. */
  accept: string;
  icon: ReactNode;
  /** "Drop a CSV or Excel file here" */
  title: string;
  /** What happens to it, and what does not. */
  note: string;
  onChoose: (file: File) => void;
  /** Where given, one is on its way and no other is taken. */
  onCancel?: (() => void) | undefined;
}

/** A place to drop a file, or to choose one. */
export function FileDrop({ label, inputLabel, accept, icon, title, note, onChoose, onCancel }: Props): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = ([file]: Iterable<File>) => {
    if (file !== undefined && onCancel === undefined) onChoose(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // Dropping is one more way; the button in it is the one for all.
    <section
      className={classes.drop}
      aria-label={label}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {icon}
      <p>
        <b>{title}</b>
        <span>{note}</span>
      </p>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={inputLabel}
        tabIndex={-1}
        onChange={(event) => {
          take(event.currentTarget.files ?? []);
          // So that the same file can be chosen again after a correction.
          event.currentTarget.value = "";
        }}
      />
      {onCancel ? (
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      ) : (
        <Button data-autofocus onClick={() => input.current?.click()}>
          <Trans>Choose a file</Trans>
        </Button>
      )}
    </section>
  );
}
