import { z } from "zod";
import { currency } from "../../contract/accounts/display-settings.ts";
import { type Currency, moneyOf } from "../../contract/display/measures.ts";
import type { AlertRow } from "../../contract/leaks/alerts.ts";
import type { CaseState, WholeCase } from "../../contract/leaks/cases.ts";
import { type NoticeKind, noticeKinds } from "../../contract/notifications/notice-kinds.ts";
import { alertList, type ListedAlert } from "../alerts/alert-list.ts";
import { dayText, leakName, volumeText } from "../alerts/alert-text.ts";
import { type Connections, inScope, type Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { moneyText, type Reader } from "../language/reader.ts";
import { readCase } from "../leaks-api/cases/read-case.ts";
import { leakAt } from "../leaks-api/find-leak.ts";
import { reasonOf } from "../leaks-api/reason.ts";
import { ProblemError } from "../problem/problem.ts";
import { findMeter } from "../reporting/leak-details/find-meter.ts";
import type { Clock } from "../time/clock.ts";

/** A row of the outbox. */
export const OutboxRow = z.object({
  property_id: z.int(),
  id: z.int(),
  kind: z.enum(noticeKinds),
  case_id: z.int().nullable(),
  alert_id: z.int().nullable(),
  /** Of a message of a route about a new case: for how long nobody had acknowledged it. */
  unacknowledged_hours: z.int().nullish(),
});
export type OutboxRow = z.output<typeof OutboxRow>;

const OwnerRow = z.object({ organization_id: z.int().nullable(), currency: currency.nullable() });

/** Something that happened, as one person reads it. */
export interface Notice {
  kind: NoticeKind;
  propertyId: number;
  outboxId: number;
  caseId: number | null;
  /** What happened, such as "Toilet leak". */
  what: string;
  /** Where: "Cedar Court, Building B, 203". */
  where: string;
  /** The same for every message of a case and no other: "Leak: Cedar Court, Building B, 203 (case 17)". */
  threadSubject: string;
  /** One or two sentences. */
  text: string;
  /** What it loses, in few words: "3.0 gal an hour, $0.94 a day", or lost, once it is over; empty: not known. */
  short: string;
  /** For how long nobody has acknowledged it, in a sentence; empty: it is not about that. It is in the text, too. */
  urgency: string;
  /** Why it is a leak, and what to do first; empty: nothing is known. */
  why: string;
  whatToDo: string;
  /** Facts with their names. */
  facts: { name: string; value: string }[];
  /** Of a leak that is over what it lost last, as of its case. */
  gallonsPerDay: number | null;
  dollarsPerDay: number | null;
  /** Whether it is still so: the leak runs, the device is silent. */
  isCurrent: boolean;
  /** Whether a person can take it on by acknowledging its case. */
  canAcknowledge: boolean;
  /** Of a fix the e-mail address of who reported it; null: nobody did. */
  reportedBy: string | null;
  /** What programs read of it. */
  subject: {
    property: { id: number; name: string; time_zone: string };
    building: { id: number; name: string } | null;
    unit: { id: number; name: string } | null;
    meterSerial: string | null;
    deviceSerial: string | null;
    state: string | null;
    startedAt: string;
    /** Meters of an outage or gap, quarantined readings, or units of a price; null: it is not about that. */
    count: number | null;
    currency: Currency;
  };
  /** Page that shows it. */
  path: string;
  timeZone: string;
}

/**
 * What rows of the outbox of a property are about, as they are now; those of which nothing is left are left out.
 * @param detail `list`: without why
 */
export async function readNotices(
  { app, accounts }: Pick<Connections, "app" | "accounts">,
  propertyId: number,
  rows: readonly OutboxRow[],
  reader: Reader,
  clock: Clock,
  detail: "list" | "whole",
): Promise<Notice[]> {
  const owner = await queryRow(accounts, OwnerRow)`
    select organization_id, (select currency from organizations where id = organization_id) as currency
    from properties where id = ${propertyId}`;
  // Prices are those of the organization.
  const organizationIds = [owner?.organization_id ?? []].flat();
  const scope = { organizationIds, propertyIds: [propertyId] };
  return inScope(
    app,
    scope,
    async (tx) => {
      const ids = rows.flatMap(({ alert_id }) => alert_id ?? []);
      const alerts = new Map<number, ListedAlert>();
      if (ids.length > 0) {
        const params = {
          property_id: [propertyId],
          ids,
          page: 1,
          page_size: ids.length,
          ordering: "-opened_at" as const,
          language: reader.i18n.locale === "es" ? ("es" as const) : ("en" as const),
          measure: reader.measure,
        };
        for (const row of (await alertList(scope, tx, params, clock)).rows) alerts.set(row.id, row);
      }
      const about = { reader, money: owner?.currency ?? "USD" };
      const notices: Notice[] = [];
      for (const row of rows) {
        const alert = row.alert_id === null ? undefined : alerts.get(row.alert_id);
        if (row.alert_id !== null && alert === undefined) continue;
        const needsCase = row.case_id !== null && (alert === undefined || detail === "whole");
        const leakCase = needsCase ? await caseIfThere(tx, scope, row.case_id ?? 0, clock) : null;
        if (needsCase && leakCase === null) continue;
        const why = detail === "whole" && leakCase !== null ? await whyOf(tx, scope, leakCase, reader, clock) : "";
        const notice = noticeOf(row, alert, leakCase, about);
        const unacknowledged = row.unacknowledged_hours ?? null;
        if (notice === null || (unacknowledged !== null && !notice.canAcknowledge)) continue;
        const urgency = urgencyOf(unacknowledged ?? 0, reader);
        notices.push({ ...notice, why, urgency, text: [notice.text, urgency].filter((one) => one !== "").join(" ") });
      }
      return notices;
    },
    "long",
  );
}

function urgencyOf(hours: number, { i18n }: Reader): string {
  if (hours === 0) return "";
  return i18n._(
    "{hours, plural, one {Nobody has acknowledged it for 1 hour.} other {Nobody has acknowledged it for # hours.}}",
    { hours },
  );
}

type CaseScope = { organizationIds: number[]; propertyIds: number[] };

async function caseIfThere(tx: Transactional, scope: CaseScope, id: number, clock: Clock): Promise<WholeCase | null> {
  try {
    return await readCase(scope, tx, id, clock);
  } catch (error) {
    if (error instanceof ProblemError && error.code === "not_found") return null;
    throw error;
  }
}

/** The strongest reason of the leak of the case that ended last, or runs. */
async function whyOf(
  tx: Transactional,
  scope: CaseScope,
  leakCase: WholeCase,
  reader: Reader,
  clock: Clock,
): Promise<string> {
  const leak = leakCase.leaks.findLast((one) => one.meter_serial_number === leakCase.meter_serial_number);
  if (leak === undefined) return "";
  const meter = await findMeter(scope, tx, leak.meter_serial_number, { property_id: scope.propertyIds }, clock);
  const found = await leakAt(tx, meter, new Date(leak.started_at), new Date(clock()), "sure");
  const [evidence] = found?.evidence ?? [];
  return evidence === undefined || found === null ? "" : reasonOf(evidence, found.attached_to, reader).sentence;
}

interface About {
  reader: Reader;
  money: Currency;
}

function noticeOf(
  row: OutboxRow,
  alert: ListedAlert | undefined,
  leakCase: WholeCase | null,
  about: About,
): Omit<Notice, "why" | "urgency"> | null {
  const { i18n } = about.reader;
  const source = leakCase ?? alert;
  if (source === undefined) return null;
  const names = [source.property_name, source.building_name, source.unit_name];
  const where = names.filter((name) => name !== null).join(", ");
  const shared = {
    kind: row.kind,
    propertyId: row.property_id,
    outboxId: row.id,
    caseId: row.case_id,
    where,
    timeZone: source.time_zone,
    gallonsPerDay: source.gallons_per_day,
    dollarsPerDay: source.dollars_per_day,
    facts: source.gallons_per_day === null ? [] : factsOf(source, about),
    short: shortOf(source, about),
    // With its number: mail programs group by subject, too, and a unit may have several cases.
    threadSubject:
      row.case_id === null
        ? (alert?.title ?? where)
        : i18n._("Leak: {where} (case {number})", { where, number: row.case_id }),
    reportedBy: null,
    subject: {
      property: { id: source.property_id, name: source.property_name, time_zone: source.time_zone },
      building: placeOf(source.building_id, source.building_name),
      unit: placeOf(source.unit_id, source.unit_name),
      meterSerial: source.meter_serial_number,
      deviceSerial: alert?.device_serial_number ?? null,
      state: leakCase?.state ?? alert?.case_state ?? null,
      startedAt: "began_at" in source ? source.began_at : source.started_at,
      count: alert?.count ?? null,
      currency: about.money,
    },
    // The property says in which of their organizations a reader is to open it.
    path: `${row.case_id === null ? "/alerts" : `/cases/${row.case_id}`}?property_id=${row.property_id}`,
  };
  if (alert !== undefined) {
    return {
      ...shared,
      what: alert.title.replace(`: ${where}`, ""),
      text: alert.text,
      whatToDo: whatToDo(row.kind, leakCase?.leak_type ?? null, about.reader),
      isCurrent: alert.closed_at === null,
      canAcknowledge: isToAcknowledge(leakCase?.state ?? alert.case_state),
    };
  }
  if (leakCase === null) return null;
  const [what, text] = caseTexts(row.kind, leakCase, about);
  const isBack = row.kind === "case returned";
  const fix = lastFix(leakCase);
  return {
    ...shared,
    ...(leakCase.over_at === null ? {} : lossOf(leakCase, about)),
    what,
    text,
    reportedBy: row.kind === "fix reported" ? (fix?.made_by ?? null) : null,
    whatToDo: isBack ? whatToDo(row.kind, leakCase.leak_type, about.reader) : "",
    isCurrent: isBack ? leakCase.over_at === null : leakCase.state !== "returned",
    canAcknowledge: isToAcknowledge(leakCase.state),
  };
}

/** Whether nobody takes care of a case in this state, be it new or back. */
export function isToAcknowledge(state: CaseState | null): boolean {
  return state === "open" || state === "returned";
}

function placeOf(id: number | null, name: string | null) {
  return id === null || name === null ? null : { id, name };
}

function lastFix({ events }: WholeCase) {
  return events.findLast((event) => event.kind === "fixed" && event.undone_at === null);
}

/** Since when and how much. */
export function factsOf(source: AlertRow | WholeCase, { reader, money }: About): Notice["facts"] {
  const { i18n } = reader;
  const { gallons_per_day: perDay } = source;
  const since = "began_at" in source ? source.began_at : source.started_at;
  return [
    { name: i18n._("Since"), value: dayText(new Date(since), source.time_zone, i18n) },
    ...(perDay === null
      ? []
      : [
          {
            name: i18n._("Loses"),
            value: i18n._("{hour} an hour, {day} a day", {
              hour: volumeText(Math.round((perDay * 1000) / 24), reader),
              day: volumeText(Math.round(perDay * 1000), reader),
            }),
          },
        ]),
    ...(source.dollars_per_day === null
      ? []
      : [
          {
            name: i18n._("Costs"),
            value: i18n._("{cost} a day", { cost: moneyText(source.dollars_per_day, moneyOf(money), i18n) }),
          },
        ]),
  ];
}

/** What it loses, in few words. */
function shortOf({ gallons_per_day, dollars_per_day }: AlertRow | WholeCase, { reader, money }: About): string {
  if (gallons_per_day === null) return "";
  const { i18n } = reader;
  const hour = volumeText(Math.round((gallons_per_day * 1000) / 24), reader);
  if (dollars_per_day === null) return i18n._("{hour} an hour.", { hour });
  return i18n._("{hour} an hour, {cost} a day.", { hour, cost: moneyText(dollars_per_day, moneyOf(money), i18n) });
}

/** What a leak that is over lost in all. */
function lossOf(leakCase: WholeCase, { reader, money }: About): Pick<Notice, "facts" | "short"> {
  const { i18n } = reader;
  const volume = volumeText(Math.round(leakCase.total_gallons_leaked * 1000), reader);
  const cost = moneyText(leakCase.leak_cost, moneyOf(money), i18n);
  return {
    facts: [
      { name: i18n._("Began"), value: dayText(new Date(leakCase.started_at), leakCase.time_zone, i18n) },
      { name: i18n._("Lost"), value: volume },
      { name: i18n._("Cost"), value: cost },
    ],
    short: i18n._("Lost {volume} in all, {cost}.", { volume, cost }),
  };
}

function caseTexts(kind: NoticeKind, leakCase: WholeCase, { reader }: About): [what: string, text: string] {
  const { i18n } = reader;
  const dayOf = (at: string) => dayText(new Date(at), leakCase.time_zone, i18n);
  const fix = lastFix(leakCase);
  const leak = leakName(leakCase.leak_type === "hybrid leak" ? "other leak" : leakCase.leak_type, i18n);
  if (kind === "fix reported") {
    return [
      i18n._("Fix reported"),
      fix === undefined
        ? i18n._("A fix was reported. The meter decides whether it holds.")
        : i18n._("{who} reported a fix of {day}. The meter decides whether it holds.", {
            who: fix.made_by,
            day: dayOf(fix.at),
          }),
    ];
  }
  if (kind === "case verified") {
    return [
      i18n._("Fix verified"),
      leakCase.ended_at === null
        ? i18n._("The meter shows that the leak has stopped.")
        : i18n._("The meter shows that the leak stopped on {day}, after {volume} in all.", {
            day: dayOf(leakCase.ended_at),
            volume: volumeText(Math.round(leakCase.total_gallons_leaked * 1000), reader),
          }),
    ];
  }
  return [
    i18n._("{leak} is back", { leak }),
    fix === undefined
      ? i18n._("The leak that had stopped runs again. It first began on {day}.", { day: dayOf(leakCase.started_at) })
      : i18n._("The leak runs again after the fix of {day} that {who} reported.", {
          day: dayOf(fix.at),
          who: fix.made_by,
        }),
  ];
}

export function whatToDo(kind: NoticeKind, leakType: WholeCase["leak_type"] | null, { i18n }: Reader): string {
  switch (kind) {
    case "device outage":
      return i18n._("Check its power and its network connection first.");
    case "data gap":
      return i18n._("Check the battery of the meter's radio first, and whether something covers it.");
    case "quarantine":
      return i18n._("Look at these readings and accept or reject them.");
    case "price ended":
      return i18n._("Set the price that applies since then; days that have passed can be priced, too.");
  }
  if (leakType === "toilet leak") return i18n._("Look at the flapper and the fill valve of the toilet first.");
  if (leakType === "water heater")
    return i18n._("Look below the water heater and at the end of its overflow pipe first.");
  return leakType === null
    ? ""
    : i18n._("Listen to the toilets first, then look at faucets, showers and below the sinks.");
}
