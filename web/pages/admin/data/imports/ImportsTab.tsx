import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ListTable } from "../../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import { importsQuery } from "../view/data-queries.ts";
import type { PropertyDataView } from "../view/use-data.ts";
import { importColumns } from "./import-columns.tsx";
import { UploadPanel } from "./UploadPanel.tsx";
import type { Upload } from "./use-upload.ts";

/** A file on its way in, and the files before it. */
export function ImportsTab({ view, upload }: { view: PropertyDataView; upload: Upload }): ReactNode {
  const imports = useQuery(importsQuery(view.propertyId, view.search));
  return (
    <>
      <UploadPanel view={view} upload={upload} />
      <TableFrame title="Files" subtitle="Uploaded, or found in the property's watched folder">
        {(heading) => (
          <ListTable
            caption="Imports"
            columns={importColumns(view)}
            rowKey={(row) => String(row.id)}
            list={imports}
            state={view.list}
            ordering={view.search.ordering ?? "-made_at"}
            what="The imports"
            layoutName="data_imports"
            empty={{ sentence: "Files that you import are listed here, with what became of their rows." }}
            onOpenRow={(row) => view.open("import", row.id)}
            heading={heading}
          />
        )}
      </TableFrame>
    </>
  );
}
