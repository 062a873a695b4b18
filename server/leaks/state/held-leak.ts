import type { ByteReader, ByteWriter } from "./bytes.ts";
import { confidences, type Leak, measures, type OwnHistory, type RuleEvidence, ruleNames } from "./leak.ts";

/**
 * The leak that runs, or the last one as long as a later opening could still prove to be the same leak. Instants in
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
  /** By how much the hours so far fell short of the meter's own mean, which is taken off the next ones that exceed it. */
  shortfall: number;
  /** The end of the last hour with leak gallons that is not kept any more, before which it cannot end; 0: none is. */
  settledUntil: number;
  rules: HeldRule[];
}

/** A rule that held at some time during the leak. */
export interface HeldRule {
  evidence: RuleEvidence;
  /** Begin and end of the window with which it opened last. The evidence has those of its first opening. */
  openedFrom: number;
  openedAt: number;
  /** Hours (nights) in a row up to now in which it saw nothing of the leak, and the begin of the first of them (0: none). */
  quiet: number;
  quietFrom: number;
  /** As far as this rule goes the leak is over, since `quietFrom`. It may come to hold again. */
  over: boolean;
}

/** Whether there is a leak that goes on and is more than a suspicion. */
export function isRunning(leak: HeldLeak | null): boolean {
  return leak !== null && leak.endedAt === null && !isSuspected(leak);
}

/** Whether all of the leak's rules are only suspicions. */
export function isSuspected(leak: HeldLeak): boolean {
  for (const { evidence } of leak.rules) if (!evidence.suspected) return false;
  return true;
}

/** The row to write for a held leak. */
export function leakRow(held: HeldLeak, silent: boolean): Leak {
  const evidence = held.rules.map((rule) => rule.evidence);
  const strongest = Math.max(...evidence.map((one) => confidences.indexOf(one.confidence)));
  return {
    startedAt: held.startedAt,
    openedAt: held.openedAt,
    lastConfirmedAt: held.lastConfirmedAt,
    endedAt: held.endedAt,
    unconfirmed: held.endedAt === null && silent,
    suspected: isSuspected(held),
    rules: ruleNames.filter((name) => evidence.some((one) => one.rule === name)),
    confidence: confidences[strongest] ?? "low",
    totalGallons: held.totalGallons,
    evidence: evidence.map((one) => ({ ...one, own: one.own && { ...one.own } })),
  };
}

/** Stands for null in the bytes: more than any hour can hold. */
const NOT_LOOKED_AT = 2 ** 32;

const ownFields = [
  "days",
  "usualLowest",
  "highestLowest",
  "repeatedRun",
  "repeatedTwoHours",
  "repeatedHour",
  "usualRest",
  "usualNight",
] as const;

export function writeHeldLeak(held: HeldLeak | null, to: ByteWriter): void {
  to.number(held ? 1 : 0);
  if (!held) return;
  for (const value of [held.startedAt, held.openedAt, held.lastConfirmedAt, held.endedAt ?? 0]) to.number(value);
  for (const value of [held.totalGallons, held.usualLowest, held.shortfall, held.settledUntil]) to.number(value);
  to.number(held.rules.length);
  for (const { evidence: one, openedFrom, openedAt, quiet, quietFrom, over } of held.rules) {
    for (const value of [openedFrom, openedAt, quiet, quietFrom, over ? 1 : 0]) to.number(value);
    to.number(ruleNames.indexOf(one.rule));
    to.number(confidences.indexOf(one.confidence));
    to.number(one.suspected ? 1 : 0);
    for (const value of [one.windowStart, one.windowEnd, one.hoursMeasured, one.hoursMissing]) to.number(value);
    to.number(one.lowest);
    to.number(measures.indexOf(one.measure));
    to.number(one.value);
    to.number(one.threshold);
    to.number(one.own ? 1 : 0);
    if (one.own) for (const field of ownFields) to.number(one.own[field] ?? NOT_LOOKED_AT);
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
    shortfall: from.number(),
    settledUntil: from.number(),
    rules: [],
  };
  for (let left = from.number(); left > 0; left--) {
    const opened = { openedFrom: from.number(), openedAt: from.number() };
    const life = { ...opened, quiet: from.number(), quietFrom: from.number(), over: from.number() === 1 };
    held.rules.push({ ...life, evidence: readRuleEvidence(from) });
  }
  return held;
}

function readRuleEvidence(from: ByteReader): RuleEvidence {
  return {
    rule: oneOf(ruleNames, from.number()),
    confidence: oneOf(confidences, from.number()),
    suspected: from.number() === 1,
    windowStart: from.number(),
    windowEnd: from.number(),
    hoursMeasured: from.number(),
    hoursMissing: from.number(),
    lowest: from.number(),
    measure: oneOf(measures, from.number()),
    value: from.number(),
    threshold: from.number(),
    own: from.number() === 0 ? null : readOwn(from),
  };
}

function readOwn(from: ByteReader): OwnHistory {
  return {
    days: from.number(),
    usualLowest: from.number(),
    highestLowest: from.number(),
    repeatedRun: from.number(),
    repeatedTwoHours: from.number(),
    repeatedHour: from.number(),
    usualRest: lookedAt(from.number()),
    usualNight: lookedAt(from.number()),
  };
}

function lookedAt(value: number): number | null {
  return value === NOT_LOOKED_AT ? null : value;
}

function oneOf<Name>(names: readonly Name[], index: number): Name {
  const name = names[index];
  if (name === undefined) throw new Error(`Leak state names entry ${index} of a list of ${names.length}`);
  return name;
}
