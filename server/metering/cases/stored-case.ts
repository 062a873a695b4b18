import type { CaseState } from "../../leaks/cases/case-state.ts";
import type { LeakKind } from "../../leaks/cases/leak-case.ts";
import type { Confidence } from "../../leaks/state/leak.ts";

/** A case as it is stored. Instants are milliseconds since the epoch, volumes thousandths of a gallon. */
export interface StoredCase {
  place: number;
  cause: LeakKind;
  kinds: LeakKind[];
  leaks: { meterId: number; startedAt: number }[];
  /** The meter that stands for it. */
  meterId: number;
  startedAt: number;
  endedAt: number | null;
  lastConfirmedAt: number;
  /** Its longest pause so far. */
  pauseMs: number;
  overAt: number | null;
  days: { day: string; gallons: number }[];
  /** null: none of its last hours is kept. */
  perDay: number | null;
  confidence: Confidence;
  state: CaseState;
  assignee: string | null;
  /** Name of the vendor that it is assigned to; null: it is assigned to no vendor. */
  vendor: string | null;
  fixedAt: number | null;
  /** When the rules first held for one of its leaks. */
  openedAt: number;
  /** When people first reported something, assigned it, and visited; null: never. */
  acknowledgedAt: number | null;
  assignedAt: number | null;
  visitedAt: number | null;
  /** Local day from which it is back, `yyyy-MM-dd`; null: it is not snoozed. */
  snoozedUntil: string | null;
  /** What its repairs cost, in the organization's currency; null: no cost was reported. */
  repairCost: number | null;
  fixes: StoredFix[];
}

/** A reported fix. */
interface StoredFix {
  at: number;
  /** As repairCost. */
  cost: number | null;
  /** Whether the leak ran on or again after it. */
  failed: boolean;
}
