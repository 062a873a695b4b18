import type { CallName } from "../../contract/calls.ts";
import type { TableExport } from "../components/table/TableFiles.tsx";
import { type CallInput, callFile } from "./api.ts";

type ExportName = Extract<CallName, `GET ${string}/export`>;

/**
 * All rows of a list as a file, for `onExport` of its table: by the list's own question, with the columns shown.
 * @param name the export of the list's call
 * @param input what the list is asked, without page and page size
 */
export function exportOf<N extends ExportName>(name: N, input: CallInput<N>): TableExport {
  return (file_type, columns, signal) =>
    callFile(name, { ...input, query: { ...input.query, file_type, columns }, signal });
}
