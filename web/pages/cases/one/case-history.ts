import { t } from "@lingui/core/macro";
import type { CaseEvent, WholeCase } from "../../../../contract/leaks/cases.ts";
import type { CallAnswer } from "../../../app/api.ts";
import { channelNames, messageNames } from "../../../components/labels.ts";
import { locale } from "../../../language/language.ts";
import { hourAtProperty, timeAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { eventText } from "../report/case-text.ts";

/** A message that was sent about a case. */
export type CaseMessage = CallAnswer<"GET /v1/cases/{id}/messages">[number];

/** An entry in the history of a case: what the meters showed, what a person reported, or what was sent. */
export interface HistoryEntry {
  key: string;
  at: string;
  text: string;
  /** What a person reported; left out: the meters showed it. */
  event?: CaseEvent;
  isMessage?: boolean;
}

/** Of a case what its history needs. */
type ShownCase = Pick<WholeCase, "leaks" | "events" | "state" | "over_at" | "started_at" | "time_zone">;

/** What the meters showed, what people reported and what was sent, in the order in which it happened. */
export function caseHistory(whole: ShownCase, messages: readonly CaseMessage[] = []): HistoryEntry[] {
  const entries: HistoryEntry[] = [
    ...shownRuns(whole),
    ...sentMessages(messages, whole.time_zone),
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

/** Names of recipients in one entry; further ones are counted. */
const NAMED_AT_MOST = 3;

/** The messages; those about the same to several people within an hour of the property are one entry. */
function sentMessages(messages: readonly CaseMessage[], zone: string): HistoryEntry[] {
  const groups = Map.groupBy(messages, ({ channel, kinds, is_list, sent_at }) => {
    const { date, hour } = hourAtProperty(sent_at, zone);
    return [channel, kinds.join(), is_list, date, hour].join(" ");
  });
  return [...groups].flatMap(([key, group]) => {
    const [first] = group.toSorted((a, b) => Date.parse(a.sent_at) - Date.parse(b.sent_at));
    if (first === undefined) return [];
    const recipients = [...new Set(group.map(({ recipient }) => recipient))].sort();
    return [{ key: `message ${key}`, at: first.sent_at, text: messageText(first, recipients), isMessage: true }];
  });
}

/** "Mail to ann@example.com: fix verified". */
function messageText({ channel, kinds, is_list }: CaseMessage, recipients: readonly string[]): string {
  const what = kinds.map((kind) => messageNames[kind].toLocaleLowerCase(locale)).join(", ");
  const named = recipients.slice(0, recipients.length > NAMED_AT_MOST ? NAMED_AT_MOST - 1 : NAMED_AT_MOST).join(", ");
  const others = recipients.length > NAMED_AT_MOST ? recipients.length - NAMED_AT_MOST + 1 : 0;
  const people = others === 0 ? named : t`${named} and ${others} others`;
  const way = channelNames[channel];
  return is_list ? t`${way} to ${people}, in a list: ${what}` : t`${way} to ${people}: ${what}`;
}

/** Begin and end of each stretch in which one of its leaks ran. */
function shownRuns({ leaks, started_at }: ShownCase): HistoryEntry[] {
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
