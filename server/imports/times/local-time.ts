import { Temporal } from "temporal-polyfill";
import { DAY_MS } from "../../time/durations.ts";
import { localDay } from "../../time/local-day.ts";

/**
 * The instants (milliseconds since the epoch, earlier first) at which clocks of a zone show this time: one as a rule,
 * none when it was skipped in spring, two in the hour that is repeated in autumn.
 * @param localTime what calendar and clock show, in milliseconds as if it were UTC
 */
export function instantsAt(timeZone: string, localTime: number): number[] {
  const day = Math.floor(localTime / DAY_MS);
  const { startsAt, endsAt } = localDay(timeZone, day);
  // Asking the calendar for each time costs more than all else in an import; only days with a change of clocks need it.
  if (endsAt - startsAt === DAY_MS) return [startsAt + (localTime - day * DAY_MS)];
  const local = Temporal.Instant.fromEpochMilliseconds(localTime).toZonedDateTimeISO("UTC").toPlainDateTime();
  const earlier = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const later = local.toZonedDateTime(timeZone, { disambiguation: "later" });
  if (earlier.epochMilliseconds === later.epochMilliseconds) return [earlier.epochMilliseconds];
  return earlier.toPlainDateTime().equals(local) ? [earlier.epochMilliseconds, later.epochMilliseconds] : [];
}
