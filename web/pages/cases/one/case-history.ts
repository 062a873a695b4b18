import { t } from "@lingui/core/macro";
import type { CaseEvent, WholeCase } from "../../../../contract/leaks/cases.ts";
import { timeAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { eventText } from "../report/case-text.ts";

/** An entry in the history of a case: what the meters showed, or what a person reported. */
export interface HistoryEntry {
  key: string;
  at: string;
  text: string;
  /** What a person reported; left out: the meters showed it. */
  event?: CaseEvent;
}

/** What the meters showed and what people reported, in the order in which it happened. */
export function caseHistory(whole: WholeCase): HistoryEntry[] {
  const entries: HistoryEntry[] = [
    ...shownRuns(whole),
    ...whole.events.map((event) => ({
      key: `event ${event.id}`,
      at: event.at,
      text: eventText(event, whole.time_zone),
      event,
    })),
  ];
  if (whole.over_at !== null) {
    const text = whole.state === "verified" ? t`Verified: the meter showed no leak long enough` : t`The leak is over`;
    entries.push({ key: "over", at: whole.over_at, text });
  }
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Begin and end of each stretch in which one of its leaks ran. */
function shownRuns({ leaks, started_at }: WholeCase): HistoryEntry[] {
  const runs: { from: string; until: string | null }[] = [];
  for (const leak of leaks) {
    const run = runs.at(-1);
    if (run === undefined || (run.until !== null && Date.parse(leak.started_at) > Date.parse(run.until))) {
      runs.push({ from: leak.started_at, until: leak.ended_at });
    } else if (run.until !== null) {
      const later = leak.ended_at === null || Date.parse(leak.ended_at) > Date.parse(run.until);
      if (later) run.until = leak.ended_at;
    }
  }
  return runs.flatMap(({ from, until }) => [
    { key: `from ${from}`, at: from, text: from === started_at ? t`The leak began` : t`It leaked again` },
    ...(until === null ? [] : [{ key: `until ${until}`, at: until, text: t`The leak stopped` }]),
  ]);
}

/** When and by whom: "Nov 20, 2026, 2:05 PM, sam@example.com". */
export function entryTime({ at, event }: HistoryEntry, zone: string): string {
  return event === undefined ? timeAtProperty(at, zone) : `${timeAtProperty(at, zone)}, ${event.made_by}`;
}
