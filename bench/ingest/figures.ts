import type { Figure } from "../record/figure.ts";
import type { PlainTable } from "./plain-table.ts";
import { type Look, marksOverTime } from "./queue-watch.ts";
import type { Sent } from "./sending.ts";
import type { Stored } from "./stored.ts";

export interface IngestMeasured {
  sent: Sent;
  looks: Look[];
  /** Seconds from the last answer until nothing waited for refresh any more. */
  catchUpSeconds: number;
  /** Bytes; null where the system does not tell. */
  serverMemory: number | null;
  stored: Stored;
  plain: PlainTable;
}

/** Marks are taken together, so their number swings between looks; one that grows all the time goes beyond this. */
const mostMarks = (early: number) => Math.ceil(2 * early) + 20;

export function ingestFigures(measured: IngestMeasured): Figure[] {
  const { sent, looks, catchUpSeconds, serverMemory, stored, plain } = measured;
  const marks = marksOverTime(looks);
  const batches = sent.batchMs.toSorted((a, b) => a - b);
  const at = (share: number) => batches[Math.min(batches.length - 1, Math.floor(batches.length * share))] ?? 0;
  const throughout = sent.received / (sent.seconds + catchUpSeconds);
  const plainSpeed = plain.readings / plain.seconds;
  const none = { must: "be", value: 0 } as const;
  return [
    { name: "readings sent", value: sent.received, unit: "" },
    {
      name: "readings a second, until refresh had worked off the last",
      value: throughout,
      unit: "readings/s",
      goal: { must: "be at least", value: 20_000 },
    },
    { name: "while sending", value: sent.received / sent.seconds, unit: "readings/s" },
    { name: "refresh after the last answer", value: catchUpSeconds, unit: "s" },
    { name: "batch answered, half of them within", value: at(0.5), unit: "ms" },
    { name: "batch answered, 99 % within", value: at(0.99), unit: "ms", goal: { must: "be at most", value: 500 } },
    { name: "age of the oldest mark, most", value: looks.reduce((most, { age }) => Math.max(most, age), 0), unit: "s" },
    { name: "marks that wait, second quarter of the time", value: marks.early, unit: "" },
    {
      name: "marks that wait, last quarter of the time",
      value: marks.late,
      unit: "",
      goal: { must: "be at most", value: mostMarks(marks.early) },
    },
    ...(serverMemory === null ? [] : [{ name: "server's memory, most", value: serverMemory / 1e6, unit: "MB" }]),
    { name: "duplicate or rejected", value: sent.duplicate + sent.rejected, unit: "", goal: none },
    { name: "readings sent and not in the hours", value: sent.received - stored.readings, unit: "", goal: none },
    {
      name: "volume sent less volume of the hours",
      value: (sent.gallons - stored.hours) / 1000,
      unit: "gal",
      goal: none,
    },
    {
      name: "volume sent less volume of the days",
      value: (sent.gallons - stored.days) / 1000,
      unit: "gal",
      goal: none,
    },
    { name: "leaks found", value: stored.leaks, unit: "" },
    { name: "senders that ran out of readings", value: sent.ranOut ? 1 : 0, unit: "", goal: none },
    { name: "on disk", value: stored.bytes / stored.readings, unit: "bytes/reading" },
    { name: "plain table: readings missing", value: stored.readings - plain.readings, unit: "", goal: none },
    { name: "plain table: volume missing", value: (stored.hours - plain.gallons) / 1000, unit: "gal", goal: none },
    { name: "plain table: on disk", value: plain.bytes / plain.readings, unit: "bytes/reading" },
    {
      name: "plain table's bytes for one of ours",
      value: plain.bytes / plain.readings / (stored.bytes / stored.readings),
      unit: "x",
    },
    { name: "plain table: inserted", value: plainSpeed, unit: "readings/s" },
    { name: "our speed for one of the plain table's", value: throughout / plainSpeed, unit: "x" },
  ];
}
