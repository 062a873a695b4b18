import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Loader } from "@mantine/core";
import { IconDownload, IconFileTypeCsv, IconFileTypeXls } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { download } from "../download.ts";
import { Dropdown } from "../dropdown/Dropdown.tsx";
import type { RowsAtHand } from "../pager/pages.ts";
import type { TableColumn } from "./column.ts";
import { fileColumns, fileNameOfRows } from "./csv-row.ts";
import type { TableFileType } from "./rows-file.ts";
import classes from "./TableFiles.module.css";

/** Fetches all rows of a list as a file with these fields, in this order. */
export type TableExport = (
  type: TableFileType,
  fields: string[],
  signal: AbortSignal,
) => Promise<{ name: string; content: Blob }>;

export interface TableFilesProps<Row> {
  /** As they are shown. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** The name of files that are written here, without ending. */
  fileName: string;
  paging?: RowsAtHand;
  /** Where given, the server writes the files, of all pages. */
  onExport?: TableExport | undefined;
  /** Of a list without files of the server's, all pages; where left out, too, a file has the rows on the screen. */
  allRows?: ((signal: AbortSignal) => Promise<readonly Row[]>) | undefined;
}

const choice = { variant: "subtle", color: "slate", justify: "flex-start" } as const;
const fileTypes = ["csv", "xlsx"] as const;
const icons = { csv: IconFileTypeCsv, xlsx: IconFileTypeXls };

/** Files of a table: all of its rows, with the columns that are shown. */
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
  const save = async (type: TableFileType) => {
    const controller = new AbortController();
    running.current = controller;
    setState("busy");
    try {
      const { name, content } = await fileOf(type, controller.signal);
      download(name, content);
      setState("idle");
      setOpened(false);
    } catch {
      setState(controller.signal.aborted ? "idle" : "failed");
    }
  };
  const shown = fileColumns(columns);
  const count = paging === undefined ? rows.length : Math.max(paging.count, rows.length);
  const hasAll = count === rows.length || onExport !== undefined || allRows !== undefined;
  const label = hasAll
    ? t`${count > rows.length ? t`All ` : ""}${plural(count, { one: "# row", other: "# rows" })}`
    : t`These ${rows.length} rows`;
  const fileOf = async (type: TableFileType, signal: AbortSignal) => {
    if (onExport) return onExport(type, [...new Set(shown.flatMap(({ id, fields }) => fields ?? [id]))], signal);
    const { rowsFile } = await import("./rows-file.ts");
    const all = count > rows.length && allRows ? await allRows(signal) : rows;
    const name = hasAll ? fileName : fileNameOfRows(fileName, rows.length, paging);
    return { name: `${name}.${type}`, content: await rowsFile(type, shown, all) };
  };
  return (
    <Dropdown
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      label={t`Save table`}
      target={(target) => (
        <Button
          {...target}
          variant="subtle"
          color="slate"
          disabled={rows.length === 0}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        >
          <Trans>CSV, XLSX</Trans>
        </Button>
      )}
    >
      <div className={classes.files}>
        {fileTypes.map((type) => {
          const Icon = icons[type];
          return (
            <Button
              key={type}
              {...choice}
              disabled={state === "busy"}
              leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => void save(type)}
            >
              {t`${label} as ${type.toUpperCase()}`}
            </Button>
          );
        })}
        {state === "busy" && (
          <div className={classes.saving} role="status">
            <Trans>
              <Loader size={14} />
              Preparing the file…
              <Button variant="default" onClick={() => running.current?.abort()}>
                Cancel
              </Button>
            </Trans>
          </div>
        )}
        {state === "failed" && (
          <div className={classes.saving} role="alert">
            <Trans>The file could not be made. Try again.</Trans>
          </div>
        )}
      </div>
    </Dropdown>
  );
}
