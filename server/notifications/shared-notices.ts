import type { Connections } from "../database/connect.ts";
import type { Reader } from "../language/reader.ts";
import type { Clock } from "../time/clock.ts";
import { type Notice, type OutboxRow, readNotices } from "./notice.ts";

/** So long something is not read again, in milliseconds: what goes to many people at once is read once for all of them. */
const FRESH_MS = 5000;

type Read = (rows: readonly OutboxRow[], reader: Reader, detail: "list" | "whole") => Promise<Notice[]>;

/** Reads what rows of the outbox are about, once for all who read it alike within seconds. */
export function sharedNotices(connections: Pick<Connections, "app" | "accounts">, clock: Clock): Read {
  let known = new Map<string, Promise<Notice | undefined>>();
  let since = performance.now();
  return async (rows, reader, detail) => {
    if (performance.now() - since > FRESH_MS) {
      known = new Map();
      since = performance.now();
    }
    const own = known;
    const keyOf = ({ property_id, id, unacknowledged_hours }: OutboxRow) =>
      [reader.i18n.locale, reader.measure, detail, property_id, id, unacknowledged_hours].join();
    const missing = rows.filter((row) => !own.has(keyOf(row)));
    for (const [propertyId, some] of Map.groupBy(missing, ({ property_id }) => property_id)) {
      const reading = readNotices(connections, propertyId, some, reader, clock, detail);
      for (const row of some) {
        own.set(
          keyOf(row),
          reading.then((found) => found.find(({ outboxId }) => outboxId === row.id)),
        );
      }
    }
    const found = await Promise.all(rows.map((row) => own.get(keyOf(row))));
    return found.filter((notice) => notice !== undefined);
  };
}
