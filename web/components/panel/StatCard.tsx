import type { ReactNode } from "react";
import type { Comparison } from "../badges/ComparisonBadge.tsx";
import type { PanelState } from "./Panel.tsx";

export interface StatCardProps {
  title: string;
  /** Already formatted; null is not measured. */
  value: string | null;
  /** "gal", "%"; dollars are part of the value. */
  unit?: string;
  /** The period or what the figure is of: "Last 7 days". */
  subtitle?: ReactNode;
  info?: ReactNode;
  comparison?: Comparison;
  /** Where given, a star is shown. */
  favourite?: { on: boolean; onToggle: () => void };
  /** Below the value: parts, a share bar. */
  children?: ReactNode;
  state?: PanelState;
  refreshing?: boolean;
}

/** One figure with its unit, its period and how it compares. */
export function StatCard(_props: StatCardProps): ReactNode {
  return null;
}
