import type { AlertContent } from "./causes/wanted-alert.ts";

/** What an alert is about, by name; null where it is not about such a thing. */
export interface About {
  propertyName: string;
  timeZone: string;
  buildingName: string | null;
  unitName: string | null;
  meterSerial: string | null;
  attachedTo: string | null;
  deviceType: "gateway" | "router" | "meter" | null;
  deviceSerial: string | null;
  beganAt: Date;
  /** Dollars. */
  gallonPrice: number;
  /** Before costs: "$". */
  money: string;
}

const leakNames = { "toilet leak": "Toilet leak", "other leak": "Leak", "water heater": "Water heater leak" };

/** An alert's message to a manager: a title with what and where, and a sentence or two. */
export function alertMessage(alert: AlertContent, about: About): { title: string; text: string } {
  const place = [about.buildingName, about.unitName].filter((name) => name !== null).join(", ");
  const where = place === "" ? about.propertyName : `${about.propertyName}, ${place}`;
  const [what, text] = messageParts(alert, about);
  return { title: `${what}: ${where}`, text };
}

function messageParts(alert: AlertContent, about: About): [what: string, text: string] {
  const meter = meterOf(about);
  const began = dayOf(about.beganAt, about.timeZone);
  switch (alert.kind) {
    case "leak opened":
      return [
        leakNames[alert.details.leak],
        `The ${meter} has leaked since ${began}${rate(alert.details.gallons_per_day, about, ", ")}.`,
      ];
    case "leak grew": {
      const { gallons_per_day_first: first, gallons_per_day: now } = alert.details;
      return [
        `${leakNames[alert.details.leak]} has grown`,
        `The leak at the ${meter} that began on ${began} has reached${rate(now, about, " ")}, from ${gallons(first)} on its first day.`,
      ];
    }
    case "leak ended":
      return [
        `${leakNames[alert.details.leak]} has ended`,
        `The leak at the ${meter} that began on ${began} ended on ${dayOf(new Date(alert.details.ended_at), about.timeZone)}, after ${gallons(alert.details.gallons_total)} gallons.`,
      ];
    case "device down":
      return deviceDownMessage(alert.details, about);
    case "no consumption": {
      const { occupancy, last_used } = alert.details;
      const since = last_used === null ? "has never seen water" : `has seen no water since ${namedDay(last_used)}`;
      const home = occupancy === "occupied" ? "The unit is occupied." : "Whether the unit is occupied is not known.";
      return ["No water", `The ${meter} reports, but ${since}. ${home}`];
    }
    case "vacant but used":
      return [
        "Vacant, but water runs",
        `The unit is vacant as of ${namedDay(alert.details.as_of)}, but used ${gallons(alert.details.gallons)} gallons in the last 7 days.`,
      ];
    case "quarantine": {
      const { readings } = alert.details;
      const [these, wait] = readings === 1 ? ["1 reading", "looks"] : [`${whole(readings)} readings`, "look"];
      return [
        "Readings to decide on",
        `${these} of the ${meter}, the first from ${began}, ${wait} wrong and ${readings === 1 ? "is" : "are"} not counted until a person decides.`,
      ];
    }
  }
}

function deviceDownMessage(
  { last_seen_at, meters, gateway }: { last_seen_at: string; meters: number | null; gateway: string | null },
  about: About,
): [string, string] {
  const seen = momentOf(new Date(last_seen_at), about.timeZone);
  if (about.deviceType === "meter") {
    const through = gateway === null ? "" : ` It reports through gateway ${gateway}.`;
    return ["Meter is silent", `The ${meterOf(about)} was last seen on ${seen}.${through}`];
  }
  const device = about.deviceType === "router" ? "Router" : "Gateway";
  const cut =
    meters === null || meters === 0
      ? ""
      : ` ${meters === 1 ? "1 meter reports" : `${whole(meters)} meters report`} through it.`;
  return [`${device} is silent`, `${device} ${about.deviceSerial ?? ""} was last seen on ${seen}.${cut}`];
}

function meterOf({ attachedTo, meterSerial, deviceSerial }: About): string {
  const serial = meterSerial ?? deviceSerial ?? "";
  const point =
    attachedTo === "SPOE" || attachedTo === "DPOE" || attachedTo === null ? "" : `${attachedTo.toLowerCase()} `;
  return `${point}meter ${serial}`;
}

function rate(perDay: number | null, { gallonPrice, money }: About, before: string): string {
  if (perDay === null) return "";
  return `${before}about ${gallons(perDay)} gallons a day (${money}${((perDay / 1000) * gallonPrice).toFixed(2)} a day)`;
}

/** Thousandths of a gallon for people: whole gallons, with a decimal below ten. */
function gallons(thousandths: number): string {
  const value = thousandths / 1000;
  return value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 });
}

const whole = (count: number) => count.toLocaleString("en-US");

function dayOf(at: Date, timeZone: string): string {
  return at.toLocaleDateString("en-US", { timeZone, month: "short", day: "2-digit", year: "numeric" });
}

function momentOf(at: Date, timeZone: string): string {
  const time = at.toLocaleTimeString("en-US", { timeZone, hour: "numeric", minute: "2-digit" });
  // Between the digits and AM or PM is a narrow no-break space, which mail programs may not render.
  return `${dayOf(at, timeZone)}, ${time.replace(/\s/u, " ")}`;
}

const namedDay = (day: string) => dayOf(new Date(`${day}T00:00:00Z`), "UTC");
