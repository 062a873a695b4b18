import { dayOf, idOf, idsOf, textOf } from "../../../app/search-text.ts";

/** The search params of the audit log. */
export interface AuditSearch {
  /** Part of an e-mail or a name, in whatever case; in double quotes a whole e-mail. */
  actor?: string | undefined;
  /** An action; with a star at its end all that begin so. Left out: all but sign-ins. */
  action?: string | undefined;
  organization_id?: number | undefined;
  /** The first and the last day, on the reader's own calendar. */
  start_date?: string | undefined;
  end_date?: string | undefined;
  /** The rows that are unfolded. */
  open?: number[] | undefined;
}

/** Reads the URL; what makes no sense in it is left out. */
export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  return {
    actor: textOf(raw.actor)?.trim().slice(0, 256) || undefined,
    action: textOf(raw.action)?.trim().slice(0, 254) || undefined,
    organization_id: idOf(raw.organization_id),
    start_date: dayOf(raw.start_date),
    end_date: dayOf(raw.end_date),
    open: idsOf(raw.open),
  };
}

/** In the URL: sign-ins, too. */
export const EVERYTHING = "all";
/** Everything but sign-ins and sign-outs, which are most of the record. */
const CHANGES = "-session.*";

/** The filters of the list and of its file: days as the reader's clock has them. */
export function auditParams({ actor, action, organization_id, start_date, end_date }: AuditSearch) {
  return {
    actor,
    action: action === EVERYTHING ? undefined : (action ?? CHANGES),
    organization_id,
    from: start_date === undefined ? undefined : midnight(start_date, 0),
    until: end_date === undefined ? undefined : midnight(end_date, 1),
  };
}

/** The instant at which a day begins for the reader, or so many days after it. */
function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
