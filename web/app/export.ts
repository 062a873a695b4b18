import type { CallName } from "../../contract/calls.ts";
import type { TableExport } from "../components/table/TableFiles.tsx";
import { language } from "../language/language.ts";
import { measure } from "../language/measure.ts";
import { type CallInput, callFile } from "./api.ts";

type ExportName = Extract<CallName, `GET ${string}/export`>;

/**
 * All rows of a list as a file, for `onExport` of its table: with the list's own params and the columns shown.
 * @param name the export of the list's call
 * @param input the params of the list, without page and page size
 */
export function exportOf<N extends ExportName>(name: N, input: CallInput<N>): TableExport {
  return (file_type, columns, signal) =>
    callFile(name, { ...input, query: { ...input.query, file_type, columns, language, measure }, signal });
}
