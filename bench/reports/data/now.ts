import { dayNumber, localDay } from "../../../server/time/local-day.ts";
import { ZONE } from "./sites.ts";

/** The instant at which everybody asks, in milliseconds: late in the morning of the properties' newest day. */
export const NOW = localDay(ZONE, dayNumber("2026-08-20")).startsAt + (11 * 60 + 6) * 60_000;
