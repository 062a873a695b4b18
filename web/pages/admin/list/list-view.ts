import type { ListPage } from "../../../app/list-page.ts";
import type { ListState } from "../../../app/report/table/ListTable.tsx";

/** A list and its dialogs as in the URL, and the functions that change it. */
export interface ListView<Dialog extends string> {
  list: ListState;
  open(dialog: Dialog, of?: string | number): void;
  close(): void;
}

/** @param go changes the URL; what is usual is left out of it */
export function listView<Dialog extends string>(
  { page = 1, page_size = 10, dialog: isOpen }: ListPage & { dialog?: Dialog | undefined },
  go: (changed: Record<string, unknown>, replace?: boolean) => void,
): ListView<Dialog> {
  return {
    list: {
      page: page - 1,
      pageSize: page_size,
      setOrdering: (ordering) => go({ ordering, page: undefined }),
      setPage: (next, replace) => go({ page: next + 1 }, replace),
      setPageSize: (size) => go({ page_size: size, page: undefined }),
    },
    // One dialog after another is one step: Back closes them all.
    open: (dialog, of) => go({ dialog, of }, isOpen !== undefined),
    close: () => go({ dialog: undefined, of: undefined }),
  };
}
