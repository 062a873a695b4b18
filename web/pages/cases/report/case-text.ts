import { plural, t } from "@lingui/core/macro";
import type { CauseCode, NoLeakReason, VisitFinding } from "../../../../contract/leaks/case-choices.ts";
import type { CaseEvent, CaseFlow, CaseState, LeakCase, WholeCase } from "../../../../contract/leaks/cases.ts";
import { cost } from "../../../app/report/text.ts";
import { formatDate, formatDollars, formatGallonsUnit } from "../../../components/format.ts";
import { HYBRID_LEAK, leakTypeNames } from "../../../components/labels.ts";
import { clockAtProperty, dayAtProperty, timeAtProperty } from "../../property/leak-detail/view/property-time.ts";

export const stateNames: Readonly<Record<CaseState, string>> = {
  open: t`New`,
  acknowledged: t`Acknowledged`,
  assigned: t`Assigned`,
  visited: t`Visited`,
  fix_reported: t`Fix reported`,
  cannot_verify: t`Cannot be verified`,
  returned: t`Returned`,
  verified: t`Verified`,
  ended: t`Ended on its own`,
  not_a_leak: t`Not a leak`,
};

export const flowNames: Readonly<Record<CaseFlow, string>> = {
  running: t`Running now`,
  paused: t`Paused`,
  no_data: t`No data`,
  stopped: t`Stopped`,
};

export const findingNames: Readonly<Record<VisitFinding, string>> = {
  found: t`Leak found`,
  nothing_found: t`Nothing found`,
  no_access: t`No access`,
};

export const causeNames: Readonly<Record<CauseCode, string>> = {
  flapper: t`Flapper`,
  fill_valve: t`Fill valve`,
  supply_line: t`Supply line`,
  faucet: t`Faucet`,
  shower: t`Shower`,
  heater: t`Water heater`,
  irrigation: t`Irrigation`,
  other: t`Something else`,
};

export const reasonNames: Readonly<Record<NoLeakReason, string>> = {
  ice_machine: t`Ice machine`,
  irrigation: t`Irrigation`,
  pool: t`Pool`,
  guests: t`Guests`,
  meter: t`Faulty meter`,
  other: t`Something else`,
};

/** "Maple Court, North, 204: Toilet Leak". */
export function caseTitle(row: Pick<LeakCase, "property_name" | "building_name" | "unit_name" | "leak_type">): string {
  const place = [row.property_name, row.building_name, row.unit_name].filter(Boolean).join(", ");
  return t`${place}: ${leakTypeNames[row.leak_type] ?? HYBRID_LEAK}`;
}

/** What a case loses in a day; once stopped, what it lost. */
export function rateText({ dollars_per_day, gallons_per_day, flow }: LeakCase): string {
  if (gallons_per_day === null) return t`Rate not known yet`;
  const [gallons, dollars] = [formatGallonsUnit(gallons_per_day), cost(dollars_per_day)];
  return flow === "running" ? t`Loses ${gallons} a day, ${dollars}` : t`Lost ${gallons} a day, ${dollars}`;
}

/** Whether a case is in no list of things to do until a day. */
export function isSnoozed({ snoozed_until, time_zone }: Pick<LeakCase, "snoozed_until" | "time_zone">): boolean {
  return snoozed_until !== null && snoozed_until > clockAtProperty(Date.now(), time_zone).slice(0, 10);
}

/** What is known about it, and what comes next, in a sentence or two. */
export function caseSentence(row: LeakCase): string {
  const day = (instant: string) => dayAtProperty(instant, row.time_zone);
  switch (row.state) {
    case "not_a_leak":
      return t`Marked as not a leak. It is no longer in the list of things to do.`;
    case "verified":
      return t`The fix worked: the meter has shown no leak since ${day(row.ended_at ?? row.last_confirmed_at)}. ${savedText(row)}`.trim();
    case "ended":
      return endedText(row, day(row.ended_at ?? row.last_confirmed_at));
    case "cannot_verify":
      return t`A fix was reported, but the meter sends no data. Check the meter, or look at the fixture again.`;
    case "fix_reported":
      return row.flow === "running"
        ? t`A fix was reported. It counts as fixed once the meter shows no leak for a day.`
        : t`A fix was reported, and the leak has paused. ${waitText(row)}`;
    default:
      if (isSnoozed(row)) return t`It is snoozed until ${formatDate(row.snoozed_until)}.`;
      return row.state === "returned" && row.fixed_at !== null
        ? `${flowText(row)} ${t`The last fix did not hold, or the leak pauses.`}`
        : flowText(row);
  }
}

/** Whether a leak runs, as far as it is known. */
function flowText(row: LeakCase): string {
  if (row.flow === "paused") {
    return t`It has paused since ${dayAtProperty(row.ended_at ?? row.last_confirmed_at, row.time_zone)}. ${waitText(row)}`;
  }
  if (row.flow === "no_data") return t`Its meter sends no data, so it is not known whether it goes on.`;
  return row.state === "returned" ? t`It is leaking again.` : t`It is leaking now.`;
}

/** Of a leak that no fix explains. @param stopped the day on which it stopped */
function endedText({ fixed_at, ended_at }: LeakCase, stopped: string): string {
  if (fixed_at === null) return t`It stopped on ${stopped} without a reported fix. If it was fixed, report when.`;
  return ended_at !== null && fixed_at > ended_at
    ? t`It had stopped on ${stopped}, before the reported fix.`
    : t`It ran on after the reported fix, and stopped on ${stopped}. If it was fixed again, report when.`;
}

/** What a verified fix saved so far; empty: nothing. */
function savedText({ gallons_saved, dollars_saved }: LeakCase): string {
  return gallons_saved === null || dollars_saved === null
    ? ""
    : t`Saved so far: ${formatGallonsUnit(gallons_saved)}, ${cost(dollars_saved)}.`;
}

/** When a paused leak is over. */
function waitText({ longest_pause_hours }: LeakCase): string {
  if (longest_pause_hours === 0) return t`It is over after 24 measured hours without it.`;
  const days = Math.round((longest_pause_hours / 24) * 10) / 10;
  return t`It has paused for ${plural(days, { one: "# day", other: "# days" })} before, so it is over only after as long and 24 measured hours more.`;
}

/** To whom a case is assigned: "sam@example.com", or of a vendor "Acme Plumbing (joe@example.com)"; null: to nobody. */
export function assigneeText({ assignee, vendor }: Pick<LeakCase, "assignee" | "vendor">): string | null {
  return vendor === null ? assignee : `${vendor} (${assignee})`;
}

/** What became of the link of the vendor to whom a case is assigned; null: it is assigned to no vendor. */
export function linkText({ events, time_zone, state, over_at }: WholeCase): string | null {
  const assignment = events.findLast(({ kind, undone_at }) => kind === "assigned" && undone_at === null);
  if (assignment?.link_expires_at == null) return null;
  const report = events.find(({ link_event_id }) => link_event_id === assignment.id);
  if (report !== undefined) return t`The link was used on ${dayAtProperty(report.made_at, time_zone)}.`;
  if (state === "not_a_leak") return t`The link ended as the case was marked as not a leak.`;
  if (over_at !== null) return t`The link ended with the leak.`;
  const until = timeAtProperty(assignment.link_expires_at, time_zone);
  return Date.parse(assignment.link_expires_at) > Date.now()
    ? t`The link is valid until ${until}. Undo the assignment in the history to end it now.`
    : t`The link expired on ${until}. Assign again for a new one.`;
}

/** What a person did, in the past tense, for the history: "Fix reported: Flapper, 25 minutes, $18.50". */
export function eventText(event: CaseEvent, zone: string): string {
  switch (event.kind) {
    case "acknowledged":
      return t`Acknowledged`;
    case "assigned": {
      const assignee = assigneeText(event);
      if (assignee === null) return t`Unassigned`;
      return event.link_expires_at === null
        ? t`Assigned to ${assignee}`
        : t`Assigned to ${assignee}, by a link valid until ${timeAtProperty(event.link_expires_at, zone)}`;
    }
    case "visited":
      return event.finding === null ? t`Visited` : t`Visited: ${findingNames[event.finding]}`;
    case "fixed":
      return fixText(event, (dollars) => formatDollars(dollars, Number.isInteger(dollars) ? 0 : 2));
    case "not_a_leak":
      return event.reason === null ? t`Not a leak` : t`Not a leak: ${reasonNames[event.reason]}`;
    case "snoozed":
      return t`Snoozed until ${formatDate(event.until)}`;
    case "note":
      return t`Note`;
  }
}

/** "Fix reported: Flapper, 25 minutes, $18.50, work order 17". @param costText an amount as it is shown */
export function fixText(
  fix: Pick<CaseEvent, "cause_code" | "minutes" | "cost" | "work_order">,
  costText: (amount: number) => string,
): string {
  const facts = [
    fix.cause_code === null ? null : causeNames[fix.cause_code],
    fix.minutes === null ? null : plural(fix.minutes, { one: "# minute", other: "# minutes" }),
    fix.cost === null ? null : costText(fix.cost),
    fix.work_order === "" ? null : t`work order ${fix.work_order}`,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? t`Fix reported` : t`Fix reported: ${facts.join(", ")}`;
}

/** What to bring and what to check first, by the kind of leak. */
export function checklist(leakType: LeakCase["leak_type"]): readonly string[] {
  const toilet = [
    t`Bring: flapper, fill valve, dye tablets.`,
    t`Put dye into the tank. Color in the bowl after 10 minutes: replace the flapper.`,
    t`Water runs into the overflow tube: lower the float, or replace the fill valve.`,
  ];
  const heater = [
    t`Bring: pressure gauge, relief valve, towels.`,
    t`Look at the discharge pipe of the relief valve, and below the tank.`,
    t`Close the valve of the heater: if the meter stops, the leak is behind it.`,
  ];
  const other = [
    t`Bring: dye tablets, faucet cartridges, flashlight.`,
    t`Listen at toilets and look below sinks first, then at outdoor faucets and the irrigation valve.`,
    t`Close the shut-off valves one by one while somebody watches the meter.`,
  ];
  if (leakType === "toilet leak") return toilet;
  if (leakType === "water heater") return heater;
  return leakType === "hybrid leak" ? [...toilet, ...other.slice(1)] : other;
}
