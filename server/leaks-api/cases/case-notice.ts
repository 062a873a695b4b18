import type { I18n } from "@lingui/core";
import type { LeakCase } from "../../../contract/leaks/cases.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { preciseVolume, type Reader, readerOf } from "../../language/reader.ts";
import { localeOf } from "../../language/texts.ts";
import { report } from "../../query/report.ts";
import type { Clock } from "../../time/clock.ts";
import { readCase } from "./read-case.ts";

/** The notice to the resident of a leaking unit. @throws ProblemError not_found for a case that is unknown or out of scope */
export async function caseNotice(scope: Scope, tx: Transactional, id: number, reader: Reader, clock: Clock) {
  return noticeOf(await readCase(scope, tx, id, clock), reader);
}

function noticeOf(row: LeakCase, reader: Reader): { subject: string; text: string } {
  const { i18n } = reader;
  const { property_name: property, building_name: building, unit_name: unit } = row;
  const day = new Date(row.started_at).toLocaleDateString(localeOf(i18n), {
    timeZone: row.time_zone,
    month: "long",
    day: "numeric",
    year: "numeric",
  });
  const volume = row.gallons_per_day === null ? null : preciseVolume(Math.round(row.gallons_per_day) * 1000, reader);
  const loses = volume === null ? "" : ` ${i18n._("It loses about {volume} of water a day.", { volume })}`;
  const found = i18n._("The water meter has shown a leak since {day}.", { day });
  const paragraphs = [
    unit === null
      ? i18n._("To the residents of {property}, {building}", { property, building })
      : i18n._("To the resident of {property}, {building}, {unit}", { property, building, unit }),
    `${found} ${causeOf(row.leak_type, i18n)}${loses}`,
    checkOf(row.leak_type, i18n),
    i18n._(
      "We would like to come and repair it. Please tell us when somebody can let us in, and call at once if you see water where none should be.",
    ),
    `${i18n._("Thank you")}\n${property}`,
  ];
  const subject =
    unit === null
      ? i18n._("Water leak at {property}", { property })
      : i18n._("Water leak in {unit}, {property}", { unit, property });
  return { subject, text: paragraphs.join("\n\n") };
}

function causeOf(leakType: LeakCase["leak_type"], i18n: I18n): string {
  if (leakType === "toilet leak") return i18n._("Most likely a toilet keeps running.");
  if (leakType === "water heater") return i18n._("Most likely it is at the water heater.");
  return i18n._("It may be a dripping faucet or shower, a toilet, or a pipe that nobody sees.");
}

function checkOf(leakType: LeakCase["leak_type"], i18n: I18n): string {
  if (leakType === "toilet leak") {
    return i18n._(
      "You can check it: listen to the toilet when nobody has used it for a while, and look whether water moves in the bowl.",
    );
  }
  if (leakType === "water heater") {
    return i18n._("You can check it: look for water below the heater and at the end of its overflow pipe.");
  }
  return i18n._("You can check it: look at faucets and showers, listen to toilets, and feel below the sinks.");
}

export const caseNoticeReport = report(
  "GET /v1/cases/{id}/notice",
  { cache: "text" },
  ({ scope, tx, params, query, clock }) => caseNotice(scope, tx, params.id, readerOf(query), clock),
);
