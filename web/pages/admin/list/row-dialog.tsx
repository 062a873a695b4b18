import type { ComponentType, ReactNode } from "react";
import { ConfirmDialog } from "../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../app/toast.ts";
import type { NamedDialogProps } from "./NamedDialog.tsx";
import { NotThere } from "./NotThere.tsx";
import type { FoundRow } from "./use-row.ts";

type UseRow<View, Row> = (dialog: Pick<NamedDialogProps<View>, "view" | "of">) => FoundRow<Row>;

/** A dialog about a row, or in its place that there is none such. */
export function rowDialog<View, Row>(
  useFound: UseRow<View, Row>,
  Form: ComponentType<NamedDialogProps<View> & { row: Row }>,
): ComponentType<NamedDialogProps<View>> {
  return function RowDialog(dialog) {
    const { row, ...search } = useFound(dialog);
    if (row !== undefined) return <Form {...dialog} row={row} />;
    return <NotThere opened={dialog.opened} onClose={dialog.onClose} {...search} />;
  };
}

/** A dialog about a row, or about a new one where the address names none. */
export function rowOrNewDialog<View, Row>(
  useFound: UseRow<View, Row>,
  Form: ComponentType<NamedDialogProps<View> & { row?: Row }>,
): ComponentType<NamedDialogProps<View>> {
  const OfRow = rowDialog<View, Row>(useFound, (dialog) => <Form {...dialog} />);
  return (dialog) => (dialog.of === "" ? <Form {...dialog} /> : <OfRow {...dialog} />);
}

/** The texts of a confirmation, what it does to the row, and the message afterwards. */
interface Confirmation<View, Row> {
  title: (row: Row) => string;
  action: string | ((row: Row) => string);
  /** It takes nothing away that is not easily brought back. */
  harmless?: boolean;
  /** Why it is not possible; nothing: it is. */
  impossible?: (row: Row) => ReactNode;
  /** What is lost and what stays, in paragraphs. */
  text: (row: Row) => ReactNode;
  write: (row: Row, view: View) => Promise<unknown>;
  done: (row: Row) => { title: string; message: string };
}

/** A dialog that asks before something happens to a row. */
export function confirmation<View, Row>(
  useFound: UseRow<View, Row>,
  { title, action, harmless, impossible, text, write, done }: Confirmation<View, Row>,
): ComponentType<NamedDialogProps<View>> {
  return rowDialog(useFound, function Confirm({ row, view, opened, onClose, onDone }) {
    const reason = impossible?.(row);
    return (
      <ConfirmDialog
        opened={opened}
        onClose={onClose}
        title={title(row)}
        action={typeof action === "string" ? action : action(row)}
        harmless={harmless}
        impossible={reason ? <p>{reason}</p> : undefined}
        write={() => write(row, view)}
        onDone={() => {
          onDone();
          toast(done(row));
        }}
      >
        {text(row)}
      </ConfirmDialog>
    );
  });
}
