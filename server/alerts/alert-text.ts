import type { I18n } from "@lingui/core";
import { gallonsIn, type Money, measureSigns, moreDecimals } from "../../contract/display/measures.ts";
import { moneyText, type Reader, volumeFigure } from "../language/reader.ts";
import { localeOf } from "../language/texts.ts";
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
  money: Money;
}

/** An alert's message to a manager: a title with what and where, and a sentence or two. */
export function alertMessage(alert: AlertContent, about: About, reader: Reader): { title: string; text: string } {
  const place = [about.buildingName, about.unitName].filter((name) => name !== null).join(", ");
  const where = place === "" ? about.propertyName : `${about.propertyName}, ${place}`;
  const [what, text] = messageParts(alert, about, reader);
  return { title: `${what}: ${where}`, text };
}

function messageParts(alert: AlertContent, about: About, reader: Reader): [what: string, text: string] {
  const { i18n } = reader;
  const meter = meterOf(about, i18n);
  const dayOf = (at: Date, timeZone = about.timeZone) => dayText(at, timeZone, i18n);
  const namedDay = (day: string) => dayOf(new Date(`${day}T00:00:00Z`), "UTC");
  const volume = (thousandths: number) => volumeText(thousandths, reader);
  const cost = (perDay: number) => costText(perDay, about, i18n);
  const began = dayOf(about.beganAt);
  switch (alert.kind) {
    case "leak opened": {
      const { leak, gallons_per_day: perDay } = alert.details;
      return [
        leakName(leak, i18n),
        perDay === null
          ? i18n._("The {meter} has leaked since {began}.", { meter, began })
          : i18n._("The {meter} has leaked since {began}, about {volume} a day ({cost} a day).", {
              meter,
              began,
              volume: volume(perDay),
              cost: cost(perDay),
            }),
      ];
    }
    case "leak grew": {
      const { leak, gallons_per_day_first: first, times, gallons_per_day: now } = alert.details;
      const perDay = alert.details.gallons_per_day_highest ?? now ?? first * times;
      return [
        i18n._("{leak} has grown", { leak: leakName(leak, i18n) }),
        i18n._(
          "The leak at the {meter} that began on {began} has reached about {volume} a day ({cost} a day), from {first} on its first day.",
          { meter, began, volume: volume(perDay), cost: cost(perDay), first: figureText(first, reader).text },
        ),
      ];
    }
    case "leak ended": {
      const { leak, ended_at, gallons_total } = alert.details;
      return [
        i18n._("{leak} has ended", { leak: leakName(leak, i18n) }),
        i18n._("The leak at the {meter} that began on {began} ended on {ended}, after {volume}.", {
          meter,
          began,
          ended: dayOf(new Date(ended_at)),
          volume: volume(gallons_total),
        }),
      ];
    }
    case "case overdue": {
      const { leak, due_on } = alert.details;
      return [
        i18n._("{leak}: deadline over", { leak: leakName(leak, i18n) }),
        i18n._("The leak at the {meter} that began on {began} was due on {due} and is not dealt with.", {
          meter,
          began,
          due: namedDay(due_on),
        }),
      ];
    }
    case "device down":
      return deviceDownMessage(alert.details, about, i18n);
    case "low battery": {
      const { battery, reported_at } = alert.details;
      return [
        i18n._("Low battery"),
        i18n._(
          "The battery of the {device} was at {battery}% on {day}. Replace it before the device stops reporting.",
          {
            device: deviceOf(about, i18n),
            battery: Math.floor(battery),
            day: dayOf(new Date(reported_at)),
          },
        ),
      ];
    }
    case "signal fell": {
      const { signal, usual } = alert.details;
      return [
        i18n._("Signal has fallen"),
        i18n._("The signal of the {device} has fallen to {signal} dBm, from {usual} dBm in the weeks before.", {
          device: deviceOf(about, i18n),
          signal: Math.round(signal),
          usual: Math.round(usual),
        }),
      ];
    }
    case "no consumption": {
      const { occupancy, last_used } = alert.details;
      const since =
        last_used === null
          ? i18n._("The {meter} reports, but has never seen water.", { meter })
          : i18n._("The {meter} reports, but has seen no water since {day}.", { meter, day: namedDay(last_used) });
      const home =
        occupancy === "occupied"
          ? i18n._("The unit is occupied.")
          : i18n._("Whether the unit is occupied is not known.");
      return [i18n._("No water"), `${since} ${home}`];
    }
    case "vacant but used": {
      const { as_of, since } = alert.details;
      const used = volume(alert.details.gallons);
      return [
        i18n._("Vacant, but water runs"),
        since === null
          ? i18n._("The unit is vacant as of {day}, but used {volume} in the last 7 days.", {
              day: namedDay(as_of),
              volume: used,
            })
          : i18n._("The unit has been vacant since {day}, but used {volume} in the last 7 days.", {
              day: namedDay(since),
              volume: used,
            }),
      ];
    }
    case "quarantine":
      return [
        i18n._("Readings to decide on"),
        i18n._(
          "{readings, plural, one {1 reading of the {meter}, the first from {began}, looks wrong and is not counted until a person decides.} other {# readings of the {meter}, the first from {began}, look wrong and are not counted until a person decides.}}",
          { readings: alert.details.readings, meter, began },
        ),
      ];
    case "price ended": {
      const { units, last_day, falls_to } = alert.details;
      const ended = i18n._(
        "{units, plural, one {The price of 1 unit ended on {day}.} other {The price of # units ended on {day}.}}",
        {
          units,
          day: namedDay(last_day),
        },
      );
      const since =
        falls_to === "organization"
          ? i18n._("Since then the price of the organization applies.")
          : i18n._("Since then the default price applies, because none is set.");
      return [i18n._("Price has ended"), `${ended} ${since}`];
    }
  }
}

/** The kind of a leak, as titles have it. */
export function leakName(leak: "toilet leak" | "other leak" | "water heater", i18n: I18n): string {
  if (leak === "toilet leak") return i18n._("Toilet leak");
  return leak === "other leak" ? i18n._("Leak") : i18n._("Water heater leak");
}

function deviceDownMessage(
  { last_seen_at, meters, gateway }: { last_seen_at: string | null; meters: number | null; gateway: string | null },
  about: About,
  i18n: I18n,
): [string, string] {
  const seen = momentText(new Date(last_seen_at ?? about.beganAt), about.timeZone, i18n);
  if (about.deviceType === "meter") {
    const through = gateway === null ? "" : ` ${i18n._("It reports through gateway {gateway}.", { gateway })}`;
    const meter = meterOf(about, i18n);
    const text =
      last_seen_at === null
        ? i18n._("The {meter} replaced another on {seen} and has not reported since.", { meter, seen })
        : i18n._("The {meter} was last seen on {seen}.", { meter, seen });
    return [i18n._("Meter is silent"), `${text}${through}`];
  }
  const serial = about.deviceSerial ?? "";
  const cut =
    meters === null || meters === 0
      ? ""
      : ` ${i18n._("{meters, plural, one {# meter reports} other {# meters report}} through it.", { meters })}`;
  return about.deviceType === "router"
    ? [i18n._("Router is silent"), `${i18n._("Router {serial} was last seen on {seen}.", { serial, seen })}${cut}`]
    : [i18n._("Gateway is silent"), `${i18n._("Gateway {serial} was last seen on {seen}.", { serial, seen })}${cut}`];
}

function deviceOf(about: About, i18n: I18n): string {
  const serial = about.deviceSerial ?? "";
  if (about.deviceType === "gateway") return i18n._("gateway {serial}", { serial });
  return about.deviceType === "router" ? i18n._("router {serial}", { serial }) : meterOf(about, i18n);
}

function meterOf({ attachedTo, meterSerial, deviceSerial }: About, i18n: I18n): string {
  const serial = meterSerial ?? deviceSerial ?? "";
  switch (attachedTo) {
    case "Toilet":
      return i18n._("toilet meter {serial}", { serial });
    case "Water Heater":
      return i18n._("water heater meter {serial}", { serial });
    case "Building":
      return i18n._("building meter {serial}", { serial });
    case "Irrigation":
      return i18n._("irrigation meter {serial}", { serial });
    default:
      return i18n._("meter {serial}", { serial });
  }
}

function costText(perDay: number, { gallonPrice, money }: About, i18n: I18n): string {
  return moneyText((perDay / 1000) * gallonPrice, money, i18n);
}

/** Thousandths of a gallon in the reader's measure, for people: whole gallons, with a decimal below ten. */
function figureText(thousandths: number, { i18n, measure }: Reader): { text: string; count: number } {
  const value = thousandths / 1000 / gallonsIn(measure);
  const digits = Math.min(3, (thousandths < 10_000 ? 1 : 0) + moreDecimals[measure]);
  return {
    text: volumeFigure(value, digits, i18n),
    count: Number(value.toFixed(digits)),
  };
}

/** Thousandths of a gallon with their measure. */
export function volumeText(thousandths: number, reader: Reader): string {
  const { text, count } = figureText(thousandths, reader);
  if (reader.measure !== "gallon") return `${text} ${measureSigns[reader.measure]}`;
  return reader.i18n._("{count, plural, one {{text} gallon} other {{text} gallons}}", { count, text });
}

// Creating a formatter takes 40 µs, more than everything else for an alert in a list.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** The local day of an instant. */
export function dayText(at: Date, timeZone: string, i18n: I18n): string {
  return formatOf(localeOf(i18n), { timeZone, month: "short", day: "2-digit", year: "numeric" }).format(at);
}

function momentText(at: Date, timeZone: string, i18n: I18n): string {
  // "PM" in every language, as on screens: a sentence that ended with "p.m." would have two periods.
  const time = formatOf("en-US", { timeZone, hour: "numeric", minute: "2-digit" }).format(at);
  // Between the digits and AM or PM is a narrow no-break space, which mail programs may not render.
  return `${dayText(at, timeZone, i18n)}, ${time.replace(/\s/u, " ")}`;
}
