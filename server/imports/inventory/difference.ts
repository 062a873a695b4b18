import { type Text, text } from "../../problem/text.ts";

export const inventoryKinds = ["organization", "property", "building", "unit", "gateway", "point", "meter"] as const;
export type InventoryKind = (typeof inventoryKinds)[number];

/** One thing that an inventory adds or changes. */
export interface Difference {
  kind: InventoryKind;
  /** As "Oak Court / Main / 101". */
  name: string;
  change: "new" | "changed";
  /** What changed, as "bedrooms 1 to 2"; of new things what they are, as "bedrooms 2". */
  details: Text[];
}

/** What an inventory adds, changes and leaves as it is. */
export class Differences {
  readonly list: Difference[] = [];
  private readonly unchangedCounts = new Map<InventoryKind, number>();

  added(kind: InventoryKind, name: string, details: Text[] = []): void {
    this.list.push({ kind, name, change: "new", details });
  }

  /** Notes a thing that was there, with what changes about it: nothing, as a rule. */
  compared(kind: InventoryKind, name: string, details: Text[]): void {
    if (details.length > 0) this.list.push({ kind, name, change: "changed", details });
    else this.unchangedCounts.set(kind, this.count(kind, "unchanged") + 1);
  }

  count(kind: InventoryKind, change: "new" | "changed" | "unchanged"): number {
    if (change === "unchanged") return this.unchangedCounts.get(kind) ?? 0;
    return this.list.filter((difference) => difference.kind === kind && difference.change === change).length;
  }
}

/** "bedrooms 1 to 2" for a value that the file gives and that differs; null where nothing changes. */
export function changeOf(what: string | Text, from: string | number | null, to: string | number | null): Text | null {
  if (to === null || from === to) return null;
  return text`${what} ${from === null || from === "" ? text`none` : from} to ${to}`;
}
