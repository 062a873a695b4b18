import type { RequestOf } from "../../../contract/readings/repair-request.ts";
import { wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { RepairWork } from "../repair-work.ts";
import { MOST_ROWS, openRows, openRowsWhere, settle } from "./open-rows.ts";

/** Dismisses rejected rows: their text and reason are kept, but nobody needs to look at them any more. */
export async function dismiss(work: RepairWork, { ids, where }: RequestOf<"dismiss">): Promise<void> {
  if ((ids === undefined) === (where === undefined)) {
    throw wrongField("ids", text`Give either ids or where: the rows to dismiss.`);
  }
  const rows =
    where === undefined ? await openRows(work, [...new Set(ids ?? [])], "ids") : await openRowsWhere(work, where);
  await settle(
    work,
    rows.slice(0, MOST_ROWS).map(({ id }) => id),
    "dismissed",
  );
}
