import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ImportRow } from "../../../../../contract/readings/imports.ts";
import { ListTable } from "../../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import { formatNumber, plain } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import classes from "../data.module.css";
import { dataQueries } from "../view/data-queries.ts";
import type { PropertyDataView } from "../view/use-data.ts";
import { formatFileSize, stateLabel } from "./import-text.ts";
import { UploadPanel } from "./UploadPanel.tsx";
import type { Upload } from "./use-upload.ts";

/** A file on its way in, and the files before it. */
export function ImportsTab({ view, upload }: { view: PropertyDataView; upload: Upload }): ReactNode {
  const imports = useQuery(dataQueries(view.propertyId, view.search).imports);
  return (
    <>
      <UploadPanel view={view} upload={upload} />
      <TableFrame title={t`Files`} subtitle={t`Uploaded, or found in the property's watched folder`}>
        {(heading) => (
          <ListTable
            caption={t`Imports`}
            columns={importColumns(view)}
            rowKey={(row) => String(row.id)}
            list={imports}
            state={view.list}
            ordering={view.search.ordering ?? "-made_at"}
            what={t`The imports`}
            layoutName="data_imports"
            empty={{ sentence: t`Files that you import are listed here, with what became of their rows.` }}
            onOpenRow={(row) => view.open("import", row.id)}
            heading={heading}
          />
        )}
      </TableFrame>
    </>
  );
}

/** The columns of the files of a property. */
function importColumns({ zone }: PropertyDataView): readonly TableColumn<ImportRow>[] {
  const count = (id: "rows" | "stored" | "duplicate" | "rejected", header: string, hint?: string) =>
    ({
      id,
      header,
      hint,
      align: "right",
      width: 100,
      card: id === "stored" || id === "rejected" ? "main" : "detail",
      cell: (row) => formatNumber(row[id]),
      text: (row) => plain(row[id]),
    }) satisfies TableColumn<ImportRow>;
  return [
    {
      id: "name",
      header: t`File`,
      sortable: "name",
      card: "title",
      pinned: true,
      cell: (row) => <span className={classes.name}>{row.name}</span>,
      text: (row) => row.name,
    },
    {
      id: "made_at",
      header: t`When`,
      sortable: "made_at",
      width: 190,
      card: "under",
      cell: (row) => timeAtProperty(row.made_at, zone),
      text: (row) => row.made_at,
    },
    {
      id: "state",
      header: t`State`,
      sortable: "state",
      width: 160,
      card: "under",
      cell: (row) => (
        <span className={classes.state} data-state={row.state}>
          {stateText(row)}
        </span>
      ),
      text: stateText,
    },
    count("rows", t`Rows`),
    count("stored", t`Stored`, t`Of a preview: rows that could be stored`),
    count("duplicate", t`Duplicate`, t`They were there already. A dash: a preview cannot tell`),
    count("rejected", t`Rejected`),
    {
      id: "bytes",
      header: t`Size`,
      align: "right",
      width: 90,
      cell: (row) => formatFileSize(row.bytes),
      text: (row) => String(row.bytes),
    },
    {
      id: "made_by",
      header: t`By`,
      cell: (row) => <span className={classes.name}>{row.made_by}</span>,
      text: (row) => row.made_by,
    },
  ];
}

function stateText(row: ImportRow): string {
  return row.dry_run ? t`Preview: ${stateLabel(row).toLowerCase()}` : stateLabel(row);
}
