import { Button, Loader } from "@mantine/core";
import { IconDownload, IconFileTypeCsv, IconFileTypeXls } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { download } from "../download.ts";
import { Dropdown } from "../dropdown/Dropdown.tsx";
import { formatCount } from "../format.ts";
import type { RowsAtHand, TableColumn } from "./column.ts";
import { fileColumns, fileNameOfRows } from "./csv-row.ts";
import classes from "./TableFiles.module.css";

export type TableFileType = "csv" | "xlsx";

/** Fetches all rows of a list as a file with these fields, in this order. */
export type TableExport = (type: TableFileType, fields: string[], signal: AbortSignal) => Promise<Blob>;

export interface TableFilesProps<Row> {
  /** As they are shown. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** The files' name, without ending. */
  fileName: string;
  paging?: RowsAtHand;
  /** Where given, all pages can be had, too, in the same form. */
  allRows?: ((signal: AbortSignal) => Promise<readonly Row[]>) | undefined;
  /** Where `allRows` is not given, all pages as the server writes them. */
  onExport?: TableExport | undefined;
}

const choice = { variant: "subtle", color: "slate", justify: "flex-start" } as const;
const icons = { csv: IconFileTypeCsv, xlsx: IconFileTypeXls };

/** Files of a table: the rows on the screen, and all of them, with the columns that are shown. */
export function TableFiles<Row>({
  columns,
  rows,
  fileName,
  paging,
  allRows,
  onExport,
}: TableFilesProps<Row>): ReactNode {
  const [opened, setOpened] = useState(false);
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const running = useRef<AbortController>(null);
  const save = async (type: TableFileType, content: (signal: AbortSignal) => Promise<Blob>, name: string) => {
    const controller = new AbortController();
    running.current = controller;
    setState("busy");
    try {
      download(`${name}.${type}`, await content(controller.signal));
      setState("idle");
      setOpened(false);
    } catch {
      setState(controller.signal.aborted ? "idle" : "failed");
    }
  };
  const shown = fileColumns(columns);
  const everything = (allRows ?? onExport) && paging !== undefined && paging.count > rows.length;
  const fileOf = async (type: TableFileType, all: readonly Row[]) =>
    (await import("./rows-file.ts")).rowsFile(type, shown, all);
  const wholeFile = async (type: TableFileType, signal: AbortSignal) => {
    if (allRows) return fileOf(type, await allRows(signal));
    if (onExport === undefined) return fileOf(type, rows);
    const fields = shown.flatMap(({ id, fields }) => fields ?? [id]);
    return onExport(type, fields, signal);
  };
  const offers = [
    ...(["csv", "xlsx"] as const).map((type) => ({
      type,
      label: everything ? `These ${rows.length} rows` : formatCount(rows.length, "row"),
      save: () => save(type, () => fileOf(type, rows), fileNameOfRows(fileName, rows.length, paging)),
    })),
    ...(everything
      ? (["csv", "xlsx"] as const).map((type) => ({
          type,
          label: `All ${formatCount(paging.count, "row")}`,
          save: () => save(type, (signal) => wholeFile(type, signal), fileName),
        }))
      : []),
  ];
  return (
    <Dropdown
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      label="Save table"
      target={(target) => (
        <Button
          {...target}
          variant="subtle"
          color="slate"
          disabled={rows.length === 0}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        >
          CSV, XLSX
        </Button>
      )}
    >
      <div className={classes.files}>
        {offers.map(({ type, label, save: start }) => {
          const Icon = icons[type];
          return (
            <Button
              key={`${type} ${label}`}
              {...choice}
              disabled={state === "busy"}
              leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => void start()}
            >
              {`${label} as ${type.toUpperCase()}`}
            </Button>
          );
        })}
        {state === "busy" && (
          <div className={classes.saving} role="status">
            <Loader size={14} />
            Preparing the file…
            <Button variant="default" onClick={() => running.current?.abort()}>
              Cancel
            </Button>
          </div>
        )}
        {state === "failed" && (
          <div className={classes.saving} role="alert">
            The file could not be made. Try again.
          </div>
        )}
      </div>
    </Dropdown>
  );
}
