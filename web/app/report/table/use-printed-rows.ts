import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { MAX_PRINTED_ROWS } from "../../../components/table/DataTable.tsx";
import { callAtOnce } from "../../api.ts";
import { callOf, type ListPage, type ReadCall } from "./whole-list.ts";

/** The most rows that one call gives. */
const PAGE_SIZE = 50;

/**
 * All rows of a list, at most MAX_PRINTED_ROWS, while the page is printed: paper has no pagination. They are requested
 * on the browser's print event, from its menu or otherwise. Null: not printing, or no more rows are available.
 * @param shown the response whose rows are on the screen
 */
export function usePrintedRows<Row>(shown: ListPage<Row> | undefined): readonly Row[] | null {
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  useEffect(() => {
    if (shown === undefined || shown.results.length >= shown.count) return;
    const start = () => {
      const from = callOf(client, shown);
      const all = from === undefined ? null : readRows<Row>(from, shown.count);
      flushSync(() => setRows(all));
    };
    const end = () => flushSync(() => setRows(null));
    window.addEventListener("beforeprint", start);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", start);
      window.removeEventListener("afterprint", end);
    };
  }, [client, shown]);
  return rows;
}

function readRows<Row>({ name, params, query }: ReadCall, count: number): Row[] | null {
  const rows: Row[] = [];
  const most = Math.min(count, MAX_PRINTED_ROWS);
  for (let page = 1; rows.length < most; page++) {
    const answer: ListPage<Row> | null = callAtOnce(name, { params, query: { ...query, page, page_size: PAGE_SIZE } });
    if (answer === null) return null;
    rows.push(...answer.results);
    if (answer.results.length === 0) break;
  }
  return rows;
}
