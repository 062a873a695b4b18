import type { ComponentProps, ReactNode } from "react";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import classes from "./FramedList.module.css";

interface Props<Row>
  extends Omit<ComponentProps<typeof ListTable<Row>>, "caption" | "rowKey" | "ordering" | "heading"> {
  title: string;
  subtitle: string;
  /** What the table is called, where that is not the title. */
  caption?: string;
  /** "": the list has one order. */
  ordering?: string;
  /** Beside the title: filters, and what can be added. */
  tools?: ReactNode;
}

/** A list of the administration in its frame. */
export function FramedList<Row extends { id: number | string }>({
  title,
  subtitle,
  caption = title,
  ordering = "",
  tools,
  ...list
}: Props<Row>): ReactNode {
  return (
    <TableFrame title={title} subtitle={subtitle}>
      {(heading) => (
        <ListTable
          {...list}
          caption={caption}
          rowKey={({ id }) => String(id)}
          ordering={ordering}
          heading={
            <>
              {heading}
              {tools && <div className={classes.tools}>{tools}</div>}
            </>
          }
        />
      )}
    </TableFrame>
  );
}
