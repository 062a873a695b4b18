import type { ByteReader, ByteWriter } from "./bytes.ts";
import { confidences, type Evidence, type Leak, measures, type RuleEvidence, ruleNames } from "./leak.ts";

/**
 * The leak that runs, or the last one as long as a later opening could still turn out to be the same leak. Instants in
 * milliseconds since the epoch, volumes in thousandths of a gallon; see Leak for the fields of the same name.
 */
export interface HeldLeak {
  startedAt: number;
  openedAt: number;
  lastConfirmedAt: number;
  endedAt: number | null;
  totalGallons: number;
  /** The meter's own usual lowest hour before the leak; 0 without history. */
  usualLowest: number;
  /** Measured dry hours in a row up to now, and the begin of the first of them (0: none). */
  dryHours: number;
  dryFrom: number;
  evidence: Evidence;
}

/** The row to write for a held leak. */
export function leakRow(held: HeldLeak, silent: boolean): Leak {
  const strongest = Math.max(...held.evidence.map((one) => confidences.indexOf(one.confidence)));
  return {
    startedAt: held.startedAt,
    openedAt: held.openedAt,
    lastConfirmedAt: held.lastConfirmedAt,
    endedAt: held.endedAt,
    unconfirmed: held.endedAt === null && silent,
    suspected: false,
    rules: ruleNames.filter((name) => held.evidence.some((one) => one.rule === name)),
    confidence: confidences[strongest] ?? "low",
    totalGallons: held.totalGallons,
    evidence: held.evidence.map((one) => ({ ...one, own: one.own && { ...one.own } })),
  };
}

export function writeHeldLeak(held: HeldLeak | null, to: ByteWriter): void {
  to.number(held ? 1 : 0);
  if (!held) return;
  for (const value of [held.startedAt, held.openedAt, held.lastConfirmedAt, held.endedAt ?? 0]) to.number(value);
  for (const value of [held.totalGallons, held.usualLowest, held.dryHours, held.dryFrom]) to.number(value);
  to.number(held.evidence.length);
  for (const one of held.evidence) {
    to.number(ruleNames.indexOf(one.rule));
    to.number(confidences.indexOf(one.confidence));
    for (const value of [one.windowStart, one.windowEnd, one.hoursMeasured, one.hoursMissing]) to.number(value);
    to.number(one.lowest);
    to.number(measures.indexOf(one.measure));
    to.number(one.value);
    to.number(one.threshold);
    to.number(one.own ? 1 : 0);
    if (!one.own) continue;
    for (const value of [one.own.days, one.own.usualLowest, one.own.highestLowest, one.own.repeatedRun])
      to.number(value);
  }
}

/** Reads what writeHeldLeak wrote. Throws for a rule, confidence or measure that it does not know. */
export function readHeldLeak(from: ByteReader): HeldLeak | null {
  if (from.number() === 0) return null;
  const held: HeldLeak = {
    startedAt: from.number(),
    openedAt: from.number(),
    lastConfirmedAt: from.number(),
    endedAt: from.number() || null,
    totalGallons: from.number(),
    usualLowest: from.number(),
    dryHours: from.number(),
    dryFrom: from.number(),
    evidence: [],
  };
  for (let left = from.number(); left > 0; left--) held.evidence.push(readRuleEvidence(from));
  return held;
}

function readRuleEvidence(from: ByteReader): RuleEvidence {
  return {
    rule: oneOf(ruleNames, from.number()),
    confidence: oneOf(confidences, from.number()),
    windowStart: from.number(),
    windowEnd: from.number(),
    hoursMeasured: from.number(),
    hoursMissing: from.number(),
    lowest: from.number(),
    measure: oneOf(measures, from.number()),
    value: from.number(),
    threshold: from.number(),
    own:
      from.number() === 0
        ? null
        : { days: from.number(), usualLowest: from.number(), highestLowest: from.number(), repeatedRun: from.number() },
  };
}

function oneOf<Name>(names: readonly Name[], index: number): Name {
  const name = names[index];
  if (name === undefined) throw new Error(`Leak state names entry ${index} of a list of ${names.length}`);
  return name;
}
